import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(__dirname, '../../..');
const rooms: Record<string, string[]> = jest.requireActual(join(root, 'tools/rooms.cjs'));

/** Rooms of the picture, with what their arrows lead to. */
function drawn(): Record<string, string[]> {
	const picture = readFileSync(join(root, 'docs/architecture.svg'), 'utf8');
	const found = picture.matchAll(/data-room="(\w+)" data-imports="([\w ]*)"/g);
	return Object.fromEntries(
		[...found].map(([, room = '', imports = '']) => [
			room,
			imports.split(' ').filter(Boolean).sort(),
		]),
	);
}

it('the picture of the architecture shows the imports that lint allows', () => {
	const whole = Object.entries(rooms).filter(([room]) => !room.includes('/'));
	const allowed = whole.map(([room, imports]) => [room, [...imports].sort()]);
	expect(drawn()).toEqual(Object.fromEntries(allowed));
});
