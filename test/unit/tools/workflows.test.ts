import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const folder = join(__dirname, '../../../.github/workflows');
const workflows = readdirSync(folder).map((name) => [
	name,
	readFileSync(join(folder, name), 'utf8'),
]);

it.each(workflows)('%s pins every action of others by hash', (_name, text) => {
	for (const [, action] of text.matchAll(/uses: ([^.\s]\S*)/g)) {
		expect(action).toMatch(/@[\da-f]{40}$/);
	}
});

it('the job that may publish runs no code of the repository or of its dependencies', () => {
	const text = readFileSync(join(folder, 'publish.yml'), 'utf8');
	const jobs = text.slice(text.indexOf('\njobs:')).split(/\n {2}(?=\w+:\n)/);
	const trusted = jobs.filter((job) => job.includes('id-token: write'));
	expect(trusted).toHaveLength(1);
	expect(trusted[0]).not.toMatch(/checkout|npm (ci|install|run)|npx/);
	expect(trusted[0]).toContain('npm publish ./*.tgz --provenance');
});
