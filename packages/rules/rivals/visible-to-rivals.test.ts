import fc from "fast-check";
import { expect, test } from "vitest";
import { buildContextAt } from "../../../testing/rules/context.ts";
import { buildSeason, getStartTime } from "../../../testing/rules/season-builder.ts";
import { arbitraryLegalLineup } from "../../../testing/rules/team-arbitrary.ts";
import { HOUR_MS } from "../durations.ts";
import type { Lineup } from "../lineup/lineup.ts";
import { listPlayerIds, listSlotIds, listSlots } from "../lineup/slots.ts";
import { isLocked } from "../lockout/lockout.ts";
import { redactForRivals } from "./visible-to-rivals.ts";

const season = buildSeason();
const moments = fc.record({
	lineup: arbitraryLegalLineup(season),
	roundId: fc.constantFrom(1, 2, 3, 4),
	hours: fc.integer({ min: -20, max: 40 }),
	lag: fc.constantFrom(0, HOUR_MS),
});

/** A rival's view of the team some hours after a round's first match; the feed may lag behind the clock. */
function buildRivalView(lineup: Lineup, roundId: number, hours: number, lag: number) {
	const { rounds, getPlayer, now } = buildContextAt(season, getStartTime(roundId) + hours * HOUR_MS, lag);
	const round = rounds.find(({ id }) => id === roundId);
	if (!round) throw new Error(`no round ${roundId}`);
	return { round, now, getPlayer, redacted: redactForRivals(lineup, round, { getPlayer, now, shape: season.rules }) };
}

test("rivals see a team in complete rounds, never scheduled ones", () => {
	fc.assert(
		fc.property(moments, ({ lineup, roundId, hours, lag }) => {
			const { round, redacted } = buildRivalView(lineup, roundId, hours, lag);
			if (round.status === "scheduled") expect(redacted).toBeNull();
			if (round.status === "complete") expect(redacted).toEqual({ lineup, hidden: 0 });
		}),
	);
});

test("while a round is played, rivals see locked players only", () => {
	let partlyHidden = 0;
	fc.assert(
		fc.property(moments, ({ lineup, roundId, hours, lag }) => {
			const { round, now, getPlayer, redacted } = buildRivalView(lineup, roundId, hours, lag);
			if (round.status !== "playing" || !redacted) return;
			const slotIds = listSlotIds(lineup, season.rules);
			const shown = listSlotIds(redacted.lineup, season.rules);
			expect(shown).toHaveLength(listSlots(season.rules).length);
			for (const [index, id] of slotIds.entries()) {
				const player = getPlayer(id);
				if (!player) throw new Error(`no player ${id}`);
				expect(shown[index]).toBe(isLocked(player, round, now) ? id : 0);
			}
			expect(redacted.hidden).toBe(shown.filter((id) => id === 0).length);
			if (redacted.hidden > 0 && redacted.hidden < slotIds.length) partlyHidden++;
		}),
		{ numRuns: 300 },
	);
	expect(partlyHidden).toBeGreaterThan(20);
});

test("captains and emergencies are shown exactly when the player is shown", () => {
	fc.assert(
		fc.property(moments, ({ lineup, roundId, hours, lag }) => {
			const { redacted } = buildRivalView(lineup, roundId, hours, lag);
			if (!redacted) return;
			const shown = new Set(listPlayerIds(redacted.lineup));
			for (const role of ["captainId", "viceCaptainId"] as const)
				expect(redacted.lineup[role]).toBe(shown.has(lineup[role]) ? lineup[role] : 0);
			expect(redacted.lineup.emergency).toEqual(lineup.emergency.filter((id) => shown.has(id)));
		}),
		{ numRuns: 300 },
	);
});

test("teams that differ in unlocked players look the same", () => {
	fc.assert(
		fc.property(arbitraryLegalLineup(season), fc.integer({ min: 0, max: 8 }), (lineup, hours) => {
			const { round, now, getPlayer, redacted } = buildRivalView(lineup, 1, hours, 0);
			if (round.status !== "playing" || !redacted) return;
			// Replace every unlocked player with another unlocked player.
			const teamIds = new Set(listPlayerIds(lineup));
			const free = season.players.filter((player) => !teamIds.has(player.id) && !isLocked(player, round, now));
			const replacements = new Map(
				listPlayerIds(lineup).map((id) => {
					const player = getPlayer(id);
					return [id, player && isLocked(player, round, now) ? id : (free.pop()?.id ?? id)];
				}),
			);
			const replace = (id: number) => replacements.get(id) ?? id;
			const replacePlayersIn = ({ DEF, MID, RUC, FWD }: Lineup["field"]) => ({
				DEF: DEF.map(replace),
				MID: MID.map(replace),
				RUC: RUC.map(replace),
				FWD: FWD.map(replace),
			});
			const otherLineup: Lineup = {
				field: replacePlayersIn(lineup.field),
				bench: replacePlayersIn(lineup.bench),
				utilityId: replace(lineup.utilityId),
				captainId: replace(lineup.captainId),
				viceCaptainId: replace(lineup.viceCaptainId),
				emergency: lineup.emergency.map(replace),
			};
			expect(redactForRivals(otherLineup, round, { getPlayer, now, shape: season.rules })).toEqual(redacted);
		}),
	);
});
