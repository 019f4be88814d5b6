const NEAR = 5;

let dragging = false;

/** From the press of a button on: a new calendar would take it out of the hand. */
export let held = false;

/** Lets a button be dragged over the columns; `drop` gets the column and the height of its top edge. */
export function draggable(button, drop) {
	button.addEventListener('pointerdown', (down) => {
		if (down.button !== 0 || down.pointerType === 'touch') return;
		const grip = down.clientY - button.getBoundingClientRect().top;
		const columnAt = ({ clientX, clientY }) =>
			document
				.elementsFromPoint(clientX, clientY)
				.find((under) => under.classList.contains('column'));
		let target;
		held = true;

		const move = (event) => {
			const across = event.clientX - down.clientX;
			const along = event.clientY - down.clientY;
			if (!dragging && Math.hypot(across, along) < NEAR) return;
			dragging = true;
			button.classList.add('dragged');
			button.style.translate = `${across}px ${along}px`;
			target?.classList.remove('target');
			target = columnAt(event);
			target?.classList.add('target');
		};
		const end = (event) => {
			removeEventListener('pointermove', move);
			removeEventListener('pointerup', end);
			removeEventListener('pointercancel', end);
			removeEventListener('keydown', abort);
			target?.classList.remove('target');
			button.classList.remove('dragged');
			button.style.translate = '';
			// The click follows, and needs the same button.
			setTimeout(() => (dragging = held = false));
			if (!dragging) return;
			// The click that follows must not open the dialog.
			button.addEventListener('click', (click) => click.stopImmediatePropagation(), {
				once: true,
				capture: true,
			});
			// A little above the middle of the first half hour counts as its beginning.
			if (target && event.type === 'pointerup') drop(target, event.clientY - grip + 8);
		};
		const abort = (event) => {
			if (event.key === 'Escape') end(event);
		};
		addEventListener('pointermove', move);
		addEventListener('pointerup', end);
		addEventListener('pointercancel', end);
		addEventListener('keydown', abort);
	});
}
