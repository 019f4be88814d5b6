import { STYLES, type StyleName } from '../stand-in/lists/pageStyles';
import { contractIn, type Contract } from './support';

let contract: Contract;
beforeAll(async () => {
	contract = await contractIn('plain');
	contract.service.seed(65);
});
afterAll(async () => await contract.service.stop());

const keysOf = (list: readonly { appointment_key?: unknown }[]) =>
	list.map(({ appointment_key }) => appointment_key);

it.each(Object.keys(STYLES) as StyleName[])(
	'pages in the style %s: Return All returns every appointment once, Limit the first ones',
	async (pagination) => {
		contract.service.speak({ pagination, pageSize: 20 });
		const filters = { isCancelled: false };

		const all = await contract.run('appointment:getAll', { returnAll: true });
		const first = await contract.run('appointment:getAll', { limit: 25, filters });

		expect(keysOf(all)).toEqual(keysOf(contract.service.matching({})));
		const matching = contract.service.matching({ is_cancelled: false });
		expect(keysOf(first)).toEqual(keysOf(matching).slice(0, 25));
	},
);
