import table from './versions.json';

/** How one version of n8n is installed, and what is run in it beside the suite. */
export interface Version {
	n8n: string;
	/** Dependencies that npm must take in another version than n8n asks for. */
	overrides?: Record<string, string | undefined>;
	/** Folders of `node_modules` that npm leaves out, and where a copy is found. */
	copies?: Array<{ from: string; to: string }>;
	/** Areas that not every version has, or that are run in a few versions only. */
	also?: string[];
	/** The version whose data this one opens in "n8n upgrade". */
	upgradesFrom?: string;
	/** Whether it is run when no version is named. */
	isDefault?: boolean;
}

export const versions: Version[] = table.versions;
/** The major version of Node that runs all of them. */
export const node = table.node;
/** npm takes no release after this day: later ones depend on packages that cannot be downloaded. */
export const installedAsOf = table.installedAsOf;
/** Overrides that every version needs. */
export const overrides: Record<string, string> = table.overrides;

/** The versions of these names, or the default ones. */
export function versionsNamed(names: string[]): Version[] {
	if (names.length === 0) return versions.filter(({ isDefault }) => isDefault);
	return names.map((name) => versionNamed(name));
}

export function versionNamed(name: string): Version {
	const found = versions.find(({ n8n }) => n8n === name);
	if (found) return found;
	const known = versions.map(({ n8n }) => n8n).join(', ');
	throw new Error(`There is no recipe for n8n ${name} in versions.json. It has ${known}.`);
}
