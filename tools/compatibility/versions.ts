import table from './versions.json';

/** How one version of n8n is installed. */
export interface Version {
	n8n: string;
	/** Dependencies that npm must take in another version than n8n asks for. */
	overrides?: Record<string, string | undefined>;
	/** Folders of `node_modules` that npm leaves out, and where a copy is found. */
	copies?: Array<{ from: string; to: string }>;
	/** The version whose data this one opens in `test/compat/upgrade.n8n.test.ts`. */
	upgradesFrom?: string;
}

/** npm takes no release after this day: later ones depend on packages that cannot be downloaded. */
export const installedAsOf = table.installedAsOf;
/** Overrides that every version needs. */
export const overrides: Record<string, string> = table.overrides;

/** @throws Error if there is no recipe for it */
export function versionNamed(name: string): Version {
	const versions: Version[] = table.versions;
	const found = versions.find(({ n8n }) => n8n === name);
	if (found) return found;
	const known = versions.map(({ n8n }) => n8n).join(', ');
	throw new Error(`There is no recipe for n8n ${name} in versions.json. It has ${known}.`);
}
