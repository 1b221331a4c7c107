import { listPersonMatches } from "@first-bounce/contract/operator/person-matches";
import { listOperatorPlayers, type OperatorPlayer } from "@first-bounce/contract/operator/players";
import { listOperatorSquads } from "@first-bounce/contract/operator/squads";
import type { OperatorRole } from "@first-bounce/contract/operator-role";
import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { fakeApi, file, success } from "../../../../../testing/web/fake-api.ts";
import { buildSeasonFiles, buildSquad } from "../../../../../testing/web/player-season.ts";
import { renderAt } from "../../../../../testing/web/render-at.tsx";
import { RoleContext } from "../parts/role.tsx";
import { useOperatorTexts } from "../use-operator-texts.ts";
import { PlayersSection } from "./players.tsx";

const PLAYER: OperatorPlayer = {
	id: 1001,
	firstName: "Ada",
	lastName: "Reef",
	squadId: 1,
	formerSquads: [],
	positions: ["MID"],
	plannedPositions: [],
	status: "uncertain",
	statusNote: "",
	birthday: null,
	price: 300_000,
	fromRound: 1,
	departedRound: null,
	photoVersion: 0,
	teams: 0,
};

const Section = ({ role = "owner" }: { readonly role?: OperatorRole }) => {
	useOperatorTexts();
	return (
		<RoleContext value={role}>
			<PlayersSection />
		</RoleContext>
	);
};

test.each([
	[true, 1],
	[false, 0],
])("a list of players that is cut off says so: %s", async (hasMore, notes) => {
	const files = buildSeasonFiles(buildSquad());
	fakeApi({
		"/json/fantasy/season.json": () => file(files.season),
		"/json/fantasy/squads.json": () => file(files.squads),
		"/json/fantasy/players.json": () => file(files.players),
		"/json/fantasy/rounds.json": () => file(files.rounds),
		"/operator/players": () => success(listOperatorPlayers, { players: [PLAYER], hasMore, total: 540 }),
		"/operator/person-matches": () => success(listPersonMatches, { players: [] }),
		"/operator/squads": () => success(listOperatorSquads, { squads: [] }),
	});
	renderAt("/operator/players", <Section />);
	await screen.findByText("Ada Reef");
	expect(screen.queryAllByText(/^Only the first 1 by last name are listed\./)).toHaveLength(notes);
});

test.each([
	["owner", 1],
	["match-day", 0],
] as const)("only who may decide is asked who a player is: %s [D2.9.536]", async (role, buttons) => {
	const files = buildSeasonFiles(buildSquad());
	const unmatched = {
		previousPlayerId: 501,
		firstName: "Ada",
		lastName: "Smith",
		birthday: null,
		providerId: null,
		leagues: 2,
		candidates: [],
	};
	fakeApi({
		"/json/fantasy/season.json": () => file(files.season),
		"/json/fantasy/squads.json": () => file(files.squads),
		"/json/fantasy/players.json": () => file(files.players),
		"/json/fantasy/rounds.json": () => file(files.rounds),
		"/operator/players": () => success(listOperatorPlayers, { players: [], hasMore: false, total: 0 }),
		"/operator/person-matches": () => success(listPersonMatches, { players: [unmatched] }),
		"/operator/squads": () => success(listOperatorSquads, { squads: [] }),
	});
	renderAt("/operator/players", <Section role={role} />);
	await screen.findByText("Ada Smith");
	expect(screen.queryAllByRole("button", { name: "Find Ada Smith" })).toHaveLength(buttons);
});
