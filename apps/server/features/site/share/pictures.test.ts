import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import satori from "satori";
import { afterAll, expect, test } from "vitest";
import { SHARE_TEXTS } from "../../../i18n/share-texts.ts";
import type { SharedMatchUp } from "./find-shared.ts";
import { buildMatchUpPicture } from "./match-up-picture.ts";
import { getPalette } from "./picture-parts.ts";
import { createPictures } from "./pictures.ts";
import { createPoster } from "./poster.ts";
import { type Box, createBox, PICTURE_SIZES } from "./render-png.ts";

const WORKER = new URL("../../../../../testing/server/picture-worker.ts", import.meta.url);
const pictures = createPictures({ media: { read: async () => null } }, WORKER);
afterAll(() => pictures.close());

const buildLeague = (name: string) =>
	({ kind: "league", name, code: name, colour: "navy", avatar: null, open: null }) as const;

test("a picture worker's silent exit costs one picture with 503", async () => {
	const failing = Array.from({ length: 10 }, (_, n) => pictures.get(buildLeague(`League ${n}`), "fr"));
	const outcomes = await Promise.allSettled(failing);
	expect(outcomes).toHaveLength(10);
	for (const outcome of outcomes) expect(outcome).toMatchObject({ status: "rejected", reason: { status: 503 } });
	expect(String(await pictures.get(buildLeague("League 11"), "en"))).toBe("drawn");
});

/** A picture's texts, each with how it may break. */
const listTexts = ({ props }: Box): readonly string[] =>
	(props.children ?? []).flatMap((child) =>
		typeof child === "string" ? `${child}${props.style.whiteSpace === "nowrap" ? "" : " (breaks)"}` : listTexts(child),
	);

test.each(["link", "story"] as const)("premiers' %s picture says the score once, unbroken", (format) => {
	const shared = {
		kind: "matchup",
		round: { id: 12 },
		final: "grand-final",
		own: { teamName: "Vera's own", squadId: null, points: 1538 },
		opponent: { teamName: "The Tide", squadId: null, points: 1485 },
		outcome: "won",
		isLive: false,
		leagueName: "Family",
		isCorrected: false,
	} as unknown as SharedMatchUp;
	const texts = listTexts(buildMatchUpPicture(shared, SHARE_TEXTS.en.picture.matchUp(shared), format));
	expect(texts.filter((text) => /\d|won/.test(text))).toEqual(["1,538", "1,538–1,485"]);
	expect(texts).toContain("beat The Tide (breaks)");
});

const FONT = createRequire(import.meta.url).resolve(
	"@fontsource/barlow-condensed/files/barlow-condensed-latin-700-normal.woff",
);

/** A copy in which every box with a text has it as its key, by which satori names boxes. */
function nameTexts({ type, props }: Box): Parameters<typeof satori>[0] {
	const { children = [] } = props;
	const [first] = children;
	const named = children.map((child) => (typeof child === "string" ? child : nameTexts(child)));
	return { type, key: typeof first === "string" ? first : null, props: { ...props, children: named } };
}

/** The top and bottom of each text of a picture, in pixels. */
async function measureTexts(layout: Box) {
	const places = new Map<string, { readonly top: number; readonly bottom: number }>();
	await satori(nameTexts(layout), {
		...PICTURE_SIZES.link,
		fonts: [{ name: "Barlow latin", weight: 700, style: "normal", data: readFileSync(FONT) }],
		onNodeDetected: ({ key, top, height }) => {
			if (typeof key === "string") places.set(key, { top, bottom: top + height });
		},
	});
	return places;
}

test.each(["Kit Bag", "Marn Grook Stars", "Coorong Currawongs Supporters"])(
	"the score of %s stands clear of name and ranks [D2.9.896]",
	async (title) => {
		const facts = [
			{ label: "Round rank", value: "2" },
			{ label: "Overall rank", value: "204" },
		];
		const poster = { palette: getPalette(null), overline: "Round 4", title, figure: "1,597", note: "", facts };
		const texts = await measureTexts(createPoster({ ...poster, buildMain: () => createBox({}) }, "link"));
		const find = (text: string) => texts.get(text) ?? { top: Number.NaN, bottom: Number.NaN };
		expect(find(title).bottom).toBeLessThanOrEqual(find("1,597").top);
		expect(find("1,597").bottom).toBeLessThanOrEqual(find("Round rank").top);
		expect(find("Overall rank: 204").bottom).toBeLessThanOrEqual(PICTURE_SIZES.link.height - 24);
	},
);
