/** What is stored beside the rows. */
export interface Header {
	/** A digest of the base URL and the access token. */
	account?: string;
	/** The zone of the account at the last check. */
	zone?: string;
	/** How starts with and without an offset agree: a zone, or 'digits'. */
	agreement?: string;
	/** Whether a check has recorded all appointments, so that an unknown one is new. */
	isRecorded?: boolean;
	/** When the last list was read, in ms on the service's clock. */
	listedAt?: number;
	/** All that starts earlier was known at the last check, in ms since the epoch. */
	knownUpTo?: number;
	/** Grows with each save. */
	number?: number;
}
