import sharp from "sharp";
import { afterAll, expect, test } from "vitest";
import { SHARE_TEXTS } from "../../../i18n/share-texts.ts";
import { buildPicture } from "./build-picture.ts";
import type { SharedContent, SharedMatchUp } from "./find-shared.ts";
import { buildMatchUpPicture } from "./match-up-picture.ts";
import { createPictures } from "./pictures.ts";
import type { Box } from "./render-png.ts";

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

test("a result's preview has room for two lines of name [D2.9.910]", async () => {
	const shared = {
		kind: "result",
		round: { id: 4 },
		teamName: "The Boundary Riders of Kew",
		squadId: null,
		points: 1271,
		roundRank: 82,
		overallRank: 203,
		gained: null,
		teams: 210,
		averagePoints: 1235,
		best: null,
		worst: null,
		won: 1,
		lost: 0,
		drawn: 0,
		records: 0,
		revision: 1,
		isCorrected: false,
	} as unknown as SharedContent;
	const picture = sharp(await buildPicture(shared, null, "en", "link"));
	// The margin below the words has one colour only.
	const { channels } = await sharp(
		await picture.extract({ left: 0, top: 600, width: 480, height: 30 }).toBuffer(),
	).stats();
	expect(channels.slice(0, 3).map(({ stdev }) => stdev)).toEqual([0, 0, 0]);
});
