/** At every date field. */
export const ZONE_HINT = 'A time without an offset is a local time of the service';
