import { type LeagueMessage, showConversation } from "@first-bounce/contract/leagues/conversation";
import {
	type MatchUpTeam,
	type MatchUpView,
	showLeagueLadder,
	showMatchUps,
} from "@first-bounce/contract/leagues/league-ladder";
import { fireEvent, screen } from "@testing-library/react";
import { useState } from "react";
import { expect, test } from "vitest";
import { success } from "../../../../../testing/web/fake-api.ts";
import { buildLeague, fakeLeagues } from "../../../../../testing/web/league-fakes.ts";
import { renderAt } from "../../../../../testing/web/render-at.tsx";
import { Clubroom } from "./clubroom.tsx";

const answerConversation = (messages: LeagueMessage[]) =>
	success(showConversation, {
		messages,
		pinned: [],
		hasOlder: false,
		version: 1,
		state: { isLocked: false, mutedUntil: null },
		readId: 0,
	});
const buildMessage = (id: number, text: string): LeagueMessage => ({
	id,
	version: id,
	kind: "text",
	at: "2026-09-20T09:30:00.000Z",
	author: { userId: 2, teamName: "Bosses" },
	text,
	mentions: [],
	replyTo: null,
	reactions: [],
	pinned: null,
	isOnlyPinned: false,
	key: "00000000-0000-4000-8000-000000000000",
});
const buildRow = (rank: number, teamName: string, premiershipPoints: number, isOwn = false) => ({
	rank,
	userId: rank,
	teamId: rank,
	teamName,
	fullName: "",
	avatarVersion: 0,
	supportedSquadId: null,
	premiershipPoints,
	isCurrentLeagueUser: isOwn,
	played: 3,
	WDL: { win: 1, draw: 0, lose: 2 },
	totalPointsFor: 1,
	totalPointsAgainst: 1,
	percentage: 100,
	teamValue: 0,
	highestRoundPoints: 1,
	averagePoints: 1,
	roundPoints: 1,
	totalPoints: 1,
	overallRank: 1,
	pointsFor: {},
	medianWDL: null,
});

test("a waiting league leads to its invitations and its chat [D2.9.697]", async () => {
	fakeLeagues({ "/fantasy/league/5/conversation": () => answerConversation([]) });
	renderAt("/", <Clubroom league={buildLeague({ may: { invite: true }, size: 4, numTeams: 3 })} />);
	const invite = await screen.findByRole("link", { name: "Invite your mates" });
	expect(invite.getAttribute("href")).toBe("/leagues/5/invites");
	expect(screen.getByText("1 spot is free. The more rivals, the better.")).toBeDefined();
	expect((await screen.findByRole("link", { name: "Start the banter" })).getAttribute("href")).toBe("/leagues/5/chat");
});

test("the first manager of an open league is led to its invitations [D2.9.697]", async () => {
	fakeLeagues({ "/fantasy/league/5/conversation": () => answerConversation([]) });
	renderAt("/", <Clubroom league={buildLeague({ type: "open", may: { invite: true }, numTeams: 1 })} />);
	expect(screen.getByText("Nobody to beat yet")).toBeDefined();
	expect(screen.getByRole("link", { name: "Invite your mates" }).getAttribute("href")).toBe("/leagues/5/invites");
	await screen.findByRole("link", { name: "Start the banter" });
});

test("a team without an opponent sees its game against the average", async () => {
	const own = {
		userId: 7,
		teamId: 107,
		teamName: "Kit Bag",
		fullName: "Kit O.",
		avatarVersion: 0,
		supportedSquadId: null,
	};
	fakeLeagues({
		"/fantasy/league/5/conversation": () => answerConversation([]),
		"/fantasy/league/h2h-match-ups": () =>
			success(showMatchUps, {
				isGrandFinal: false,
				isSemiFinal: false,
				matchUps: [],
				byes: [own],
				averageGame: { teamId: 107, points: null, average: null },
				median: null,
				draftRules: null,
			}),
	});
	renderAt("/", <Clubroom league={buildLeague({ class: "draft", draftStatus: "complete", hasFixture: true })} />);
	expect(await screen.findByText("League average")).toBeDefined();
	expect(screen.getByText("Kit Bag")).toBeDefined();
	expect(screen.queryByText("No match this round.")).toBeNull();
});

test("members who are not in the grand final see it [D2.9.697]", async () => {
	const lines = { DEF: [], MID: [], RUC: [], FWD: [] };
	const buildSide = (id: number, teamName: string): MatchUpTeam => ({
		userId: id,
		teamId: id,
		teamName,
		fullName: "",
		avatarVersion: 0,
		supportedSquadId: null,
		rank: 1,
		lineup: lines,
		bench: lines,
		utilityId: 0,
		captainId: 0,
		viceCaptainId: 0,
		emergency: [],
		scoreFlow: {},
		points: 1_000 + id,
		substitutions: {},
		isComplete: true,
		hidden: 0,
	});
	const final: MatchUpView = {
		index: 0,
		roundId: 2,
		isGrandFinal: true,
		isSemiFinal: false,
		isConsolation: false,
		isComplete: true,
		isLive: false,
		winnerTeamId: 22,
		home: buildSide(21, "Snappers"),
		away: buildSide(22, "Tacklers"),
	};
	fakeLeagues({
		"/fantasy/league/5/conversation": () => answerConversation([]),
		"/fantasy/league/h2h-match-ups": () =>
			success(showMatchUps, {
				isGrandFinal: true,
				isSemiFinal: false,
				matchUps: [final],
				byes: [],
				median: null,
				draftRules: null,
			}),
	});
	renderAt("/", <Clubroom league={buildLeague({ class: "draft", draftStatus: "complete", hasFixture: true })} />);
	expect(await screen.findByRole("heading", { name: "Grand Final" })).toBeDefined();
	expect(screen.getByRole("link", { name: /Snappers.*Tacklers/s })).toBeDefined();
	expect(screen.queryByText("No match this round.")).toBeNull();
});

/** A page with the clubroom, and a button that leaves it and comes back. */
const Pages = () => {
	const [isShown, setShown] = useState(true);
	return (
		<>
			<button type="button" onClick={() => setShown(!isShown)}>
				Other page
			</button>
			{isShown ? <Clubroom league={buildLeague({ type: "open" })} /> : null}
		</>
	);
};

test("members who come back from the chat read what they wrote", async () => {
	const messages = [buildMessage(1, "You're going down")];
	fakeLeagues({ "/fantasy/league/5/conversation": () => answerConversation(messages) });
	renderAt("/", <Pages />);
	expect(await screen.findByText("You're going down")).toBeDefined();
	fireEvent.click(screen.getByRole("button", { name: "Other page" }));
	messages.push(buildMessage(2, "Never!"));
	fireEvent.click(screen.getByRole("button", { name: "Other page" }));
	expect(await screen.findByText("Never!")).toBeDefined();
});

test("members read the newest messages and who is next to them [D2.9.697]", async () => {
	const rankings = [buildRow(1, "Bosses", 12), buildRow(2, "Kit Bag", 8, true), buildRow(3, "Bean Counters", 8)];
	fakeLeagues({
		"/fantasy/league/5/conversation": () =>
			answerConversation([buildMessage(1, "Old news"), buildMessage(2, "You're going down"), buildMessage(3, "Pies!")]),
		"/fantasy/ranks/h2h-league": () =>
			success(showLeagueLadder, {
				rankings,
				currentUserRanking: rankings[1] ?? null,
				roundId: 1,
				isLive: false,
				winnerTeamId: null,
			}),
	});
	renderAt("/", <Clubroom league={buildLeague({ status: "playing" })} />);
	expect(await screen.findByText("You're going down")).toBeDefined();
	expect(screen.getByText("Pies!")).toBeDefined();
	expect(screen.queryByText("Old news")).toBeNull();
	expect(await screen.findByText("4 ladder points behind Bosses")).toBeDefined();
	expect(screen.getByText("Level with Bean Counters, who is behind")).toBeDefined();
});
