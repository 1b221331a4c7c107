import { render } from "@testing-library/react";
import { expect, test } from "vitest";
import { getKit } from "./club-kits.ts";
import { Guernsey } from "./guernsey.tsx";
import { KitThemeContext } from "./kit-theme.ts";

const NATIONAL = [7386, 7387, 7886, 7887, 7889, 8096, 8097, 8098, 8466, 8467, 8786, 8787, 8788, 8796, 9406, 9407];
const renderGuernsey = (squadId: number, theme: "indigenous" | null = null) => {
	const { container, unmount } = render(
		<KitThemeContext value={theme}>
			<Guernsey squadId={squadId} />
		</KitThemeContext>,
	);
	// Ids differ between renders.
	const colours = [...container.querySelectorAll("[fill], [stroke]")].map((part) =>
		[part.getAttribute("d"), part.getAttribute("fill"), part.getAttribute("stroke")].join(),
	);
	unmount();
	return colours.join(";");
};

test("every club has its own colours (D1.3.18, D2.3.53)", () => {
	expect(new Set(NATIONAL.map((squadId) => renderGuernsey(squadId))).size).toBe(NATIONAL.length);
});

test("some clubs have other colours during the indigenous round, the rest keep theirs (D1.3.19, D2.3.53)", () => {
	const changed = NATIONAL.filter((squadId) => renderGuernsey(squadId, "indigenous") !== renderGuernsey(squadId));
	expect(changed).toEqual([8096, 8097, 8787, 8788, 9406, 9407]);
	expect(getKit(11, "indigenous")).toEqual(getKit(11));
});
