import { expect, test } from "vitest";
import { buildLineup, buildSeason, buildSquad, DAY, SATURDAY } from "../../../../../testing/web/player-season.ts";
import { findNextLockForTeam } from "./next-team-lock.ts";

const twoRounds = buildSeason(buildSquad());
const [, second] = twoRounds.rounds;
if (!second) throw new Error("The season has only one round");
const weekLater = second.matches.map((match) => ({ ...match, startsAt: match.startsAt + 7 * DAY }));
const season = { ...twoRounds, rounds: [...twoRounds.rounds, { ...second, id: 3, matches: weekLater }] };

test("the lock timer counts to the team's round's first lock", () => {
	const getLockAt = (startRoundId: number | null, now: number) =>
		findNextLockForTeam({ season, team: { startRoundId }, lineup: buildLineup(), isLocked: () => false }, now)?.at;
	expect(getLockAt(2, SATURDAY - DAY)).toBe(SATURDAY);
	expect(getLockAt(3, SATURDAY - DAY)).toBe(SATURDAY + 7 * DAY);
	expect(getLockAt(null, SATURDAY - DAY)).toBe(SATURDAY);
	expect(getLockAt(null, SATURDAY + 1)).toBe(SATURDAY + 7 * DAY);
});
