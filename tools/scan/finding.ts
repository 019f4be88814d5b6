export interface Finding {
	/** File, and line where there is one. */
	where: string;
	rule: string;
	message: string;
	severity: 'error' | 'warning';
}

export function error(where: string, rule: string, message: string): Finding {
	return { where, rule, message, severity: 'error' };
}
