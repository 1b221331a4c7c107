import { getKit } from "@first-bounce/contract/clubs/club-kits";
import { fireEvent, render } from "@testing-library/react";
import { expect, test } from "vitest";
import { Guernsey } from "./guernsey.tsx";
import { KitThemeContext, SquadImagesContext } from "./kit-theme.ts";

const NATIONAL_CLUBS = [
	7386, 7387, 7886, 7887, 7889, 8096, 8097, 8098, 8466, 8467, 8786, 8787, 8788, 8796, 9406, 9407, 9408, 9409,
];
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

test("every club of the national competition has its own colours (D1.3.18, D2.3.53)", () => {
	expect(new Set(NATIONAL_CLUBS.map((squadId) => renderGuernsey(squadId))).size).toBe(NATIONAL_CLUBS.length);
	expect(getKit(8097, null)).toEqual({ pattern: "stripes", body: "#14161a", mark: "#f7f7f5", trim: "#f7f7f5" });
	expect(renderGuernsey(8097)).toContain("#14161a");
});

test("other clubs get kits by id, different for consecutive ids (D1.3.18)", () => {
	const ids = Array.from({ length: 40 }, (_, index) => index + 1);
	const kits = ids.map((squadId) => renderGuernsey(squadId));
	expect(new Set(kits).size).toBeLessThan(40);
	expect(ids.slice(1).every((_, index) => kits[index] !== kits[index + 1])).toBe(true);
	expect(ids.map((squadId) => renderGuernsey(squadId))).toEqual(kits);
});

test("some clubs have other colours during the indigenous round (D1.3.19, D2.3.53)", () => {
	const changed = NATIONAL_CLUBS.filter((squadId) => renderGuernsey(squadId, "indigenous") !== renderGuernsey(squadId));
	expect(changed).toEqual([8096, 8097, 8787, 8788, 9406, 9407]);
	expect(getKit(11, "indigenous")).toEqual(getKit(11));
});

test("a club's image replaces its guernsey, unless it does not load (D1.3.71, D2.3.53)", () => {
	const { container } = render(
		<SquadImagesContext value={new Map([[8097, "/media/squads/1/8097/2.webp"]])}>
			<Guernsey squadId={8097} />
			<Guernsey squadId={8096} />
		</SquadImagesContext>,
	);
	const [first, second] = container.querySelectorAll("svg");
	const image = first?.querySelector("image");
	expect(image?.getAttribute("href")).toBe("/media/squads/1/8097/2.webp");
	expect(first?.querySelectorAll("path")).toHaveLength(0);
	expect(second?.querySelector("image")).toBeNull();
	if (image) fireEvent.error(image);
	expect(container.querySelector("image")).toBeNull();
	expect(container.querySelector("svg")?.innerHTML).toContain("#14161a");
});
