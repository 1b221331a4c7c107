/**
 * Runs in the page: finds up to three pairs of texts that overlap. Texts in positioned layers, such as bars and sheets, are
 * only compared with texts of the same layer.
 */
export const FIND_OVERLAPPING_TEXT = `(() => {
	const getLayer = (element) => {
		for (let ancestor = element; ancestor; ancestor = ancestor.parentElement)
			if (/fixed|sticky|absolute/.test(getComputedStyle(ancestor).position)) return ancestor;
		return null;
	};
	const getClip = (element) => {
		const clip = { left: 0, top: 0, right: innerWidth, bottom: document.documentElement.scrollHeight };
		for (let ancestor = element; ancestor && ancestor !== document.body; ancestor = ancestor.parentElement) {
			const { overflowX, overflowY } = getComputedStyle(ancestor);
			if (overflowX === "visible" && overflowY === "visible") continue;
			const box = ancestor.getBoundingClientRect();
			clip.left = Math.max(clip.left, box.left);
			clip.right = Math.min(clip.right, box.right);
			clip.top = Math.max(clip.top, box.top);
			clip.bottom = Math.min(clip.bottom, box.bottom);
		}
		return clip;
	};
	const found = [];
	const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
	for (let node = walker.nextNode(); node; node = walker.nextNode()) {
		const parent = node.parentElement;
		const isVisible = parent.checkVisibility({ opacityProperty: true, visibilityProperty: true });
		if (!node.data.trim() || !isVisible || parent.closest("svg, option, .spoken, [hidden]")) continue;
		const clip = getClip(parent);
		const range = document.createRange();
		range.selectNodeContents(node);
		for (const { left, top, right, bottom, height } of range.getClientRects()) {
			const inner = { left: Math.max(left, clip.left), right: Math.min(right, clip.right) };
			// A line box is higher than its letters.
			Object.assign(inner, { top: Math.max(top + height * 0.2, clip.top), bottom: Math.min(bottom - height * 0.2, clip.bottom) });
			if (inner.right - inner.left > 2 && inner.bottom - inner.top > 2)
				found.push({ ...inner, node, layer: getLayer(parent), text: node.data.trim().slice(0, 24) });
		}
	}
	const pairs = new Set();
	for (const [at, one] of found.entries())
		for (const other of found.slice(at + 1)) {
			if (one.node === other.node || one.layer !== other.layer) continue;
			const sharedWidth = Math.min(one.right, other.right) - Math.max(one.left, other.left);
			const sharedHeight = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
			if (sharedWidth > 3 && sharedHeight > 3) pairs.add("'" + one.text + "' over '" + other.text + "'");
		}
	return [...pairs].slice(0, 3);
})()`;
