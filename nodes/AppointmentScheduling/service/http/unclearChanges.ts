/** The changes of one client whose outcome is unclear. While there is one, no other change is sent. */
export class UnclearChanges {
	private count = 0;
	/** How many in a row have stayed unclear. */
	private row = 0;
	private waiting: Array<() => void> = [];

	get isAny(): boolean {
		return this.count > 0;
	}

	async none(): Promise<void> {
		while (this.isAny) await new Promise<void>((resolve) => this.waiting.push(resolve));
	}

	begin(): void {
		this.count += 1;
	}

	end(): void {
		this.count -= 1;
		if (!this.isAny) for (const resolve of this.waiting.splice(0)) resolve();
	}

	/** After each change. @returns how many in a row have stayed unclear */
	inARow(isUnclear: boolean): number {
		this.row = isUnclear ? this.row + 1 : 0;
		return this.row;
	}
}
