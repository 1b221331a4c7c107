import { expect, test } from "vitest";
import { buildLineup, buildSeason, buildSquad, DAY, SATURDAY } from "../../../players/testing/season-builder.ts";
import { findNextLockForTeam } from "./team-lock.ts";

const two = buildSeason(buildSquad());
const [, second] = two.rounds;
if (!second) throw new Error("a season of one round");
const weekLater = second.matches.map((match) => ({ ...match, startsAt: match.startsAt + 7 * DAY }));
const season = { ...two, rounds: [...two.rounds, { ...second, id: 3, matches: weekLater }] };

test("the team's lock timer follows the round that the team plays or starts in", () => {
	const at = (startRoundId: number | null, now: number) =>
		findNextLockForTeam({ season, team: { startRoundId }, lineup: buildLineup(), isLocked: () => false }, now)?.at;
	expect(at(2, SATURDAY - DAY)).toBe(SATURDAY);
	expect(at(3, SATURDAY - DAY)).toBe(SATURDAY + 7 * DAY);
	expect(at(null, SATURDAY - DAY)).toBe(SATURDAY);
	expect(at(null, SATURDAY + 1)).toBe(SATURDAY + 7 * DAY);
});
