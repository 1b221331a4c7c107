import { listFieldIds } from "@first-bounce/rules/lineup/slots";
import { expect, test } from "vitest";
import { buildLineup, buildSeason, buildSquad } from "../../../../../testing/web/player-season.ts";
import { applySwapOffer, parseSwapOffer } from "./swap-offer.tsx";

const season = buildSeason(buildSquad());
const withoutLocks = { season, isLocked: () => false };

test("swaps are parsed from pairs of player ids in the URL", () => {
	expect(parseSwapOffer("1-17")).toEqual([[1, 17]]);
	expect(parseSwapOffer("1-17,6-18")).toEqual([
		[1, 17],
		[6, 18],
	]);
	for (const text of [null, "", "1", "1-17,", "1-17;drop", "a-b", "-1-2"]) expect(parseSwapOffer(text)).toBeNull();
});

test("an offered swap fields the player, unless made or locked", () => {
	const after = applySwapOffer(buildLineup(), [[1, 17]], withoutLocks);
	expect(after && listFieldIds(after)).toContain(17);
	expect(after && applySwapOffer(after, [[1, 17]], withoutLocks)).toBeNull();
	expect(applySwapOffer(buildLineup(), [[1, 17]], { season, isLocked: (id) => id === 17 })).toBeNull();
	expect(applySwapOffer(buildLineup(), [[1, 999]], withoutLocks)).toBeNull();
});
