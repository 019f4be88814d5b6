/** What is sent, and what the user and a model read. */
export const SEND_EMAIL = {
	serviceDefault: [
		undefined,
		'Service Default',
		'The service decides whether the client gets an email',
	],
	yes: [true, 'Yes', 'The service sends the client a cancellation email'],
	no: [false, 'No', 'The client gets no email about it'],
} as const;
