import type { TeamHistory } from "@first-bounce/contract/team/team-history";
import type { PlayerStatus } from "@first-bounce/rules/player";
import { expect, test } from "vitest";
import { buildLineup, buildSeason, buildSquad } from "../../../players/testing/season-builder.ts";
import { renderAt } from "../../../testing/render-at.tsx";
import type { TeamView } from "../board/use-team-view.ts";
import { HistoryBoard } from "./history-board.tsx";

const TODAY: Readonly<Record<number, PlayerStatus>> = {
	1: "injured",
	2: "not-playing",
	3: "emergency",
	4: "uncertain",
};
const season = buildSeason(
	buildSquad((id) => ({ status: TODAY[id] ?? "playing" })),
	"playing",
);

/** One's own team and a rival's alike, in a round that is over or the one that plays. */
function show(roundId: number, view: TeamView) {
	const round = season.rounds.find(({ id }) => id === roundId);
	if (!round) throw new Error("There is no such round");
	const { utilityId, captainId, viceCaptainId, ...lineup } = buildLineup();
	const history = {
		roundId,
		teamId: 7,
		userId: 7,
		teamName: "Kit Bag",
		avatarVersion: 0,
		supportedSquadId: null,
		...lineup,
		utility: utilityId,
		captain: captainId,
		viceCaptain: viceCaptainId,
		value: null,
		salaryCap: null,
		points: 1_200,
		substitutions: {},
		hidden: 0,
		isLive: roundId === 2,
	} as TeamHistory;
	const { container } = renderAt("/", <HistoryBoard history={history} round={round} season={season} view={view} />);
	return { dots: container.querySelectorAll("[data-status]").length, words: container.textContent ?? "" };
}
const AVAILABILITY = /Injured|Not playing|Emergency|Not named yet|Playing/;

test.each(["field", "list"] as const)("a round that is over shows nobody's availability of today: %s", (view) => {
	const { dots, words } = show(1, view);
	expect(words).toContain("Player6");
	expect([dots, AVAILABILITY.exec(words)]).toEqual([0, null]);
});

test.each(["field", "list"] as const)("the round that plays shows everybody's, aloud too: %s", (view) => {
	const { dots, words } = show(2, view);
	expect(dots).toBe(21);
	for (const status of ["Injured", "Not playing", "Not named yet", "Playing"]) expect(words).toContain(status);
});
