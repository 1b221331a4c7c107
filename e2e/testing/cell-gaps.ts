import type { Locator } from "@playwright/test";

/** The narrowest room between the words of two cells beside each other in a table's rows, in pixels. */
export const narrowestGap = (table: Locator): Promise<number> =>
	table.evaluate((element) => {
		const words = (cell: Element) => {
			const range = document.createRange();
			range.selectNodeContents(cell);
			return range.getBoundingClientRect();
		};
		const gaps = [...element.querySelectorAll("tr")].flatMap((row) => {
			const boxes = [...row.children].map(words).filter(({ width }) => width > 0);
			return boxes.slice(1).map((box, index) => box.left - (boxes[index]?.right ?? 0));
		});
		return Math.min(...gaps);
	});
