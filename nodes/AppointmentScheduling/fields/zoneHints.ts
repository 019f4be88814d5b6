const ZONE =
	"'Timezone' under 'Options', otherwise 'Service Timezone' of the credential, otherwise the time zone of the workflow";

/** For a date that is sent with an offset. */
export const ZONE_HINT = `Time zone: ${ZONE}. A time with an offset stays the same moment.`;

/** For a date that is sent without an offset, as the service's filters require. */
export const FILTER_ZONE_HINT = `A time without an offset is the local time of the service. One with an offset is converted to the time zone: ${ZONE}.`;
