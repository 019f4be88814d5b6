import type { Mail } from './mailbox';

/** What somebody has read, as `[address, subject | text]`. */
export type Read = [to: string, text: string];

export const addressOf = (name: string) => `${name.toLowerCase()}@example.com`;

/** The lines that suggest a time. */
export const TIMES = /^\d{4}-\d\d-\d\d at \d\d:\d\d$/gm;

/** Where times are suggested, it says TIME. */
export const readBy = ({ to, subject, text }: Mail): Read => [
	to.join(),
	`${subject} | ${text.replace(TIMES, 'TIME').replace(/\n+/g, ' ')}`,
];

export const reminder = (name: string, when: string, calendar: string, code: string): Read => [
	addressOf(name),
	`Your appointment on ${when} | Dear ${name}, we expect you on ${when} (${calendar}). ` +
		`Your code is ${code}. If you cannot come, please reply to this email.`,
];

export const question = (name: string, day: string, calendar: string): Read => [
	addressOf(name),
	`How was your visit? | Dear ${name}, thank you for coming on ${day} (${calendar}). How was it? ` +
		'Please tell us: https://example.com/feedback You can also just reply to this email.',
];

export const suggestion = (name: string, when: string): Read => [
	addressOf(name),
	`New times for your appointment | Dear ${name}, your appointment on ${when} was canceled. ` +
		'At these times the calendar is free now: TIME TIME TIME They are not reserved. ' +
		'To book one of them, please reply to this email.',
];
