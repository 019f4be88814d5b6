import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { operations } from '../../../nodes/AppointmentScheduling/actions/description/operations';
import { RESOURCE_NAMES, RESOURCES } from '../../../nodes/AppointmentScheduling/actions/operation';

const ROOT = resolve(__dirname, '../../..');

const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');
/** The owner's address, which package.json alone decides. */
const { homepage } = JSON.parse(read('package.json')) as { homepage: string };
const REPOSITORY = homepage.replace(/^https:\/\/github\.com\/|#.*$/g, '');
const files = (...patterns: string[]) => globSync(patterns, { cwd: ROOT }).sort();

const pages = files('*.md', 'docs/**/*.md', 'test/stand-in/*.md', 'test/n8n/harness/*.md');
const linkedFromCode = files(
	'package.json',
	'credentials/*.ts',
	'nodes/**/*.{ts,json}',
	'docs/examples/*.json',
	'.github/**/*.yml',
);

/** Text without blocks of code, in which `#` is no heading and brackets are no link. */
const prose = (page: string) => read(page).replace(/^```[^]*?^```/gm, '');

/** Where the links of a page lead: files of the repository, and anchors in them. */
const linksOf = (page: string) =>
	[
		...prose(page)
			.replace(/`[^`\n]*`/g, '')
			.matchAll(/\]\(([^)\s]+)\)/g),
	]
		.map(([, link]) => link!)
		.filter((link) => !/^[a-z]+:/.test(link))
		.map((link) => (link.startsWith('#') ? page + link : join(dirname(page), link)));

/** Addresses of this repository, in whichever file, as paths in it. */
const addressesOf = (file: string) =>
	[...read(file).matchAll(/https:\/\/[\w.]*github[\w.]*\/[^\s"'`<>)\]]+/g)]
		.map(([link]) => link)
		.filter((link) => link.includes(`/${REPOSITORY.split('/')[1]!}`));

/** The anchors that GitHub gives to the headings of a page. */
const anchorsOf = (page: string): string[] =>
	[...prose(page).matchAll(/^#{1,6} +(.+)$/gm)].map(([, heading]) =>
		heading!
			.toLowerCase()
			.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
			.replace(/[^\p{L}\p{N}\s_-]/gu, '')
			.trim()
			.replace(/\s/g, '-'),
	);

function isBroken(target: string): boolean {
	const [file, anchor] = target.split('#');
	if (!existsSync(join(ROOT, file!))) return true;
	return anchor !== undefined && !anchorsOf(file!).includes(anchor);
}

test.each(pages)('every link and anchor in %s leads somewhere', (page) => {
	expect(linksOf(page).filter(isBroken)).toEqual([]);
	// The owner may move the repository: pages do not name it.
	expect(addressesOf(page)).toEqual([]);
});

test('every address of this repository in code, codex, examples and workflows leads somewhere', () => {
	const start = new RegExp(
		`^https://(github\\.com/${REPOSITORY}(/blob/main/)?|raw\\.githubusercontent\\.com/${REPOSITORY}/main/)`,
	);
	const addresses = linkedFromCode.flatMap(addressesOf);
	expect(addresses.filter((address) => !address.includes(REPOSITORY))).toEqual([]);
	const targets = addresses
		.filter((address) => address.includes('/main/') || address.includes('#'))
		.map((address) => address.replace(start, '').replace(/^#(readme$)?/, 'README.md#'))
		.map((target) => target.replace(/#$/, ''));
	expect(targets.filter(isBroken)).toEqual([]);
	// Three nodes with two addresses each, the credential's documentation, and the homepage.
	expect(targets.length).toBeGreaterThanOrEqual(8);
});

test('every page of docs can be reached from the README', () => {
	const reached = new Set(['README.md']);
	for (const page of reached) {
		if (!page.endsWith('.md')) continue;
		for (const target of linksOf(page)) reached.add(relative('.', target.split('#')[0]!));
	}
	expect(files('docs/**/*.md').filter((page) => !reached.has(page))).toEqual([]);
});

/** Text in code marks that names a file or folder: `actions/router.ts`, `polling/`. */
const PATH = /`((?:[\w.-]+\/)+[\w.-]*)`/g;

test.each(['CONTRIBUTING.md', 'docs/architecture.md'])(
	'every file that %s names exists',
	(page) => {
		const named = [...read(page).matchAll(PATH)].map(([, path]) => path!);

		expect(named.length).toBeGreaterThan(10);
		const nodes = 'nodes/AppointmentScheduling';
		const bases = ['', nodes, `${nodes}/webhookTrigger`, 'test/unit'];
		const isThere = (path: string) => bases.some((base) => existsSync(join(ROOT, base, path)));
		expect(named.filter((path) => !isThere(path))).toEqual([]);
	},
);

const security = read('SECURITY.md');
const [, ...sections] = security.slice(security.indexOf('is held by a test')).split(/^## /m);
const NAMED = /<!-- (test\/\S+\.ts): (.+?) -->/g;

test.each(sections.map((text) => [text.split('\n', 1)[0]!, text]))(
	'what SECURITY.md says in "%s" is held by tests',
	(_title, text) => {
		const named = [...text.matchAll(NAMED)].map(([, file = '', name = '']) => ({ file, name }));
		expect(named).not.toEqual([]);
		const isMissing = ({ file, name }: { file: string; name: string }) =>
			!existsSync(join(ROOT, file)) || !read(file).includes(name);
		expect(named.filter(isMissing)).toEqual([]);
		// No other form of comment, which would not be checked.
		expect(text.replace(NAMED, '')).not.toContain('<!--');
	},
);

it('README.md names every operation', () => {
	const rows = [...read('README.md').matchAll(/^\| (\w+) → ([^|]+) \|/gm)];
	const shown = rows.flatMap(([, resource, names]) =>
		names!.split(', ').map((name) => `${resource} → ${name}`),
	);
	const offered = RESOURCE_NAMES.flatMap((resource) =>
		Object.values(operations[resource]).map(({ name }) => `${RESOURCES[resource].name} → ${name}`),
	);
	expect(shown.sort()).toEqual(offered.sort());
});
