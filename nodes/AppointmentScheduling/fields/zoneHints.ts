const ZONE =
	"the time zone of 'Timezone' under 'Options', else of 'Service Timezone' in the credential, else of the workflow";

/** For a date that is sent with an offset. */
export const ZONE_HINT = `A time without an offset is read in ${ZONE}`;

/** For a date that is sent without an offset, as the filters of the service demand. */
export const FILTER_ZONE_HINT = `A time without an offset is sent as it is, in the service's own time. A time with an offset is converted to ${ZONE}.`;
