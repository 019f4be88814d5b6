/** An element with properties, attributes (those with a dash, and `role`) and children. */
export function element(tag, properties = {}, ...children) {
	const made = document.createElement(tag);
	for (const [name, value] of Object.entries(properties)) {
		if (name === 'dataset') Object.assign(made.dataset, value);
		else if (name.includes('-') || name === 'role') made.setAttribute(name, value);
		else made[name] = value;
	}
	made.append(...children.filter((child) => child !== undefined && child !== ''));
	return made;
}

export const byId = (id) => document.getElementById(id);

/** Asks the demo to do something; throws what it answers if it refuses. */
export async function act(action, body) {
	const response = await fetch(`/api/${action}`, {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify(body),
	});
	const answer = await response.json();
	if (!response.ok) throw new Error(answer.message);
	return answer;
}

let hiding;

/** Says something for a few seconds, to screen readers too. */
export function toast(text, kind = 'good') {
	const place = byId('toast');
	place.textContent = text;
	place.dataset.kind = kind;
	clearTimeout(hiding);
	hiding = setTimeout(() => (place.textContent = ''), 5_000);
}
