/**
 * Runs in the page: finds up to three pairs of texts that overlap. Texts in positioned layers, such as bars and sheets, are
 * only compared with texts of the same layer.
 */
export const FIND_OVERLAPPING_TEXT = `(() => {
	const page = { layer: null, left: 0, top: 0, right: innerWidth, bottom: document.documentElement.scrollHeight };
	const areas = new Map();
	/** The layer of an element's texts, and the part of it in which they are visible. */
	const getArea = (element) => {
		if (!element) return page;
		const known = areas.get(element);
		if (known) return known;
		const { position, overflowX, overflowY } = getComputedStyle(element);
		const area = { ...getArea(element.parentElement) };
		if (/fixed|sticky|absolute/.test(position)) area.layer = element;
		if (element.parentElement && element !== document.body && (overflowX !== "visible" || overflowY !== "visible")) {
			const box = element.getBoundingClientRect();
			area.left = Math.max(area.left, box.left);
			area.right = Math.min(area.right, box.right);
			area.top = Math.max(area.top, box.top);
			area.bottom = Math.min(area.bottom, box.bottom);
		}
		areas.set(element, area);
		return area;
	};
	const found = [];
	const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
	for (let node = walker.nextNode(); node; node = walker.nextNode()) {
		const parent = node.parentElement;
		// A row that the browser skips, far outside the window, has the height that it is expected to have.
		const isVisible = parent.checkVisibility({ contentVisibilityAuto: true, opacityProperty: true, visibilityProperty: true });
		if (!node.data.trim() || !isVisible || parent.closest("svg, option, .spoken, [hidden]")) continue;
		const area = getArea(parent);
		const range = document.createRange();
		range.selectNodeContents(node);
		for (const { left, top, right, bottom, height } of range.getClientRects()) {
			const inner = { left: Math.max(left, area.left), right: Math.min(right, area.right) };
			// A line box is higher than its letters.
			Object.assign(inner, { top: Math.max(top + height * 0.2, area.top), bottom: Math.min(bottom - height * 0.2, area.bottom) });
			if (inner.right - inner.left > 2 && inner.bottom - inner.top > 2)
				found.push({ ...inner, node, layer: area.layer, text: node.data.trim().slice(0, 24) });
		}
	}
	const pairs = new Set();
	found.sort((one, other) => one.top - other.top);
	for (const [at, one] of found.entries())
		for (let next = at + 1; next < found.length && found[next].top < one.bottom; next++) {
			const other = found[next];
			if (one.node === other.node || one.layer !== other.layer) continue;
			const sharedWidth = Math.min(one.right, other.right) - Math.max(one.left, other.left);
			const sharedHeight = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
			if (sharedWidth > 3 && sharedHeight > 3) pairs.add("'" + one.text + "' over '" + other.text + "'");
		}
	return [...pairs].slice(0, 3);
})()`;
