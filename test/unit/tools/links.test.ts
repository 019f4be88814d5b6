import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';

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

/** Where a link in a file leads: a file of the repository, and an anchor in it. */
interface Target {
	link: string;
	file: string;
	anchor: string;
}

/** Code is no link, neither in a block nor in a line; addresses in it are checked all the same. */
const prose = (text: string) => text.replace(/^```[^]*?^```/gm, '').replace(/`[^`\n]*`/g, '');

function relativeTargets(page: string): Target[] {
	const links = [...prose(read(page)).matchAll(/\]\(([^)\s]+)\)/g)].map(([, link]) => link!);
	return links
		.filter((link) => !/^[a-z]+:/.test(link))
		.map((link) => {
			const [path, anchor = ''] = link.split('#');
			const file = path === '' ? page : relative(ROOT, resolve(ROOT, dirname(page), path!));
			return { link, file, anchor };
		});
}

const addresses = [
	{ start: `github.com/${REPOSITORY}/blob/main/`, readme: '' },
	{ start: `raw.githubusercontent.com/${REPOSITORY}/main/`, readme: '' },
	{ start: `github.com/${REPOSITORY}#`, readme: 'README.md#' },
];

function ownTargets(file: string): Target[] {
	return [...read(file).matchAll(/https:\/\/[^\s"'`<>)\]]+/g)].flatMap(([link]) => {
		const address = addresses.find(({ start }) => link.startsWith(`https://${start}`));
		if (address === undefined) return [];
		const [path, anchor = ''] = (
			address.readme + link.slice(`https://${address.start}`.length)
		).split('#');
		return [{ link, file: path!, anchor: anchor === 'readme' ? '' : anchor }];
	});
}

/** The anchors that GitHub gives to the headings of a page. */
function anchorsOf(page: string): string[] {
	const seen = new Map<string, number>();
	const headings = read(page)
		.replace(/^```[^]*?^```/gm, '')
		.matchAll(/^#{1,6} +(.+)$/gm);
	return [...headings].map(([, heading]) => {
		const anchor = heading!
			.toLowerCase()
			.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
			.replace(/[^\p{L}\p{N}\s_-]/gu, '')
			.trim()
			.replace(/\s/g, '-');
		const before = seen.get(anchor) ?? 0;
		seen.set(anchor, before + 1);
		return before === 0 ? anchor : `${anchor}-${before}`;
	});
}

const problem = ({ link, file, anchor }: Target): string[] => {
	if (!existsSync(join(ROOT, file))) return [`${link}: there is no ${file}`];
	if (anchor === '') return [];
	return anchorsOf(file).includes(anchor) ? [] : [`${link}: ${file} has no such heading`];
};

test.each(pages)('every link and anchor in %s leads somewhere', (page) => {
	expect([...relativeTargets(page), ...ownTargets(page)].flatMap(problem)).toEqual([]);
});

test('every address of this repository in code, codex, examples and workflows leads somewhere', () => {
	const targets = linkedFromCode.flatMap(ownTargets);

	expect(targets.flatMap(problem)).toEqual([]);
	// Three nodes with two addresses each, the credential's documentation, and the homepage.
	expect(targets.length).toBeGreaterThanOrEqual(8);
});

test('pages name no address of the repository, and code only the one of package.json', () => {
	const name = REPOSITORY.split('/')[1]!;
	const addressesIn = (file: string) =>
		[...read(file).matchAll(/https:\/\/[\w.]*github[\w.]*\/[^\s"'`)]+/g)]
			.map(([link]) => link)
			.filter((link) => link.includes(`/${name}`));

	expect(pages.flatMap(addressesIn)).toEqual([]);
	expect(linkedFromCode.flatMap(addressesIn).filter((link) => !link.includes(REPOSITORY))).toEqual(
		[],
	);
});

test('every page of docs can be reached from the README', () => {
	const reached = new Set(['README.md']);
	for (const page of reached) {
		if (!page.endsWith('.md')) continue;
		for (const { file } of [...relativeTargets(page), ...ownTargets(page)]) reached.add(file);
	}

	expect(files('docs/**/*.md').filter((page) => !reached.has(page))).toEqual([]);
});
