import { Route, Routes, useParams } from "react-router";
import { NotFound } from "../../app/not-found/not-found.tsx";
import { LeaguePage } from "./league-page.tsx";
import { SeasonList } from "./season-list.tsx";
import { SeasonPage } from "./season-page.tsx";
import { TeamPage } from "./team-page.tsx";

const isId = (text: string | undefined): boolean => /^[1-9]\d{0,8}$/.test(text ?? "");

/** The ids in the address; null if one of them cannot be an id. */
function useIds<Name extends string>(...names: readonly Name[]): Readonly<Record<Name, number>> | null {
	const params = useParams();
	if (!names.every((name) => isId(params[name]))) return null;
	return Object.fromEntries(names.map((name) => [name, Number(params[name])])) as Record<Name, number>;
}

const SeasonRoute = () => {
	const ids = useIds("seasonId");
	return ids ? <SeasonPage key={ids.seasonId} seasonId={ids.seasonId} /> : <NotFound />;
};

const TeamRoute = () => {
	const ids = useIds("seasonId", "roundId", "userId");
	return ids ? <TeamPage {...ids} /> : <NotFound />;
};

const LeagueRoute = () => {
	const ids = useIds("seasonId", "leagueId");
	return ids ? <LeaguePage key={ids.leagueId} {...ids} /> : <NotFound />;
};

/** The closed seasons: final rankings, teams by round and leagues, to read only. */
export const PastSeasonsScreen = () => (
	<Routes>
		<Route index element={<SeasonList />} />
		<Route path=":seasonId" element={<SeasonRoute />} />
		<Route path=":seasonId/team/:roundId/:userId" element={<TeamRoute />} />
		<Route path=":seasonId/leagues/:leagueId" element={<LeagueRoute />} />
		<Route path="*" element={<NotFound />} />
	</Routes>
);
