import {
	joinOfficialLeague,
	leaveOfficialLeague,
	type OfficialLeague,
	showOfficialLeagues,
} from "@first-bounce/contract/leagues/official-leagues";
import { useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { callKey, useCallMutation } from "../../../api/use-call.ts";
import { useSeason } from "../../../api/use-season.ts";
import { paths } from "../../../app/paths.ts";
import { Button } from "../../../components/button/button.tsx";
import { showToast } from "../../../components/toast/toasts.tsx";
import { formatInteger } from "../../../i18n/format.ts";
import styles from "./leagues.module.css";

/** The name of the league of one's club or state; null until the account has one. */
function useLeagueName(): (league: OfficialLeague) => string | null {
	const { t } = useTranslation();
	const season = useSeason();
	return ({ kind, squadId, state }) => {
		if (kind === "state") return state && t(`australianState.${state}`);
		const squad = season.state === "ready" && squadId !== null ? season.value.squads.get(squadId) : undefined;
		return squad ? t("leagues.official.fansOf", { club: squad.name }) : null;
	};
}

const OfficialLeagueItem = ({ league, name }: { readonly league: OfficialLeague; readonly name: string | null }) => {
	const { t } = useTranslation();
	const queries = useQueryClient();
	const { kind, squadId, state, isJoined, total, rank } = league;
	const change = useCallMutation(isJoined ? leaveOfficialLeague : joinOfficialLeague, {
		onSuccess: ({ leagues }) => {
			queries.setQueryData(callKey(showOfficialLeagues, {}), { leagues });
			showToast({
				tone: "good",
				text: t(isJoined ? "leagues.official.left" : "leagues.official.joined", { league: name }),
			});
		},
	});
	if (name === null)
		return (
			<li className={styles.cup}>
				<p>{t(`leagues.official.none.${kind}`)}</p>
				<Link to={paths.myAccount.to()}>{t("nav.myAccount")}</Link>
			</li>
		);
	const filter = kind === "club" ? `club=${squadId}` : `state=${state}`;
	return (
		<li className={styles.cup}>
			<div>
				<h3>
					<Link to={`${paths.rankings.to()}?${filter}`}>{name}</Link>
				</h3>
				<p>
					{t("leagues.teams", { count: total })}
					{rank === null ? "" : ` · ${t("leagues.rank")} ${formatInteger(rank)}`}
				</p>
			</div>
			<Button
				variant={isJoined ? "quiet" : "main"}
				aria-label={t(isJoined ? "leagues.official.leaveOf" : "leagues.official.joinOf", { league: name })}
				isPending={change.isPending}
				onPress={() => change.mutate({ params: { kind } })}
			>
				{t(isJoined ? "leagues.official.leave" : "leagues.official.join")}
			</Button>
		</li>
	);
};

/** The official leagues of the user's club and state, with buttons to join and leave. */
export const OfficialLeagues = ({ leagues }: { readonly leagues: readonly OfficialLeague[] }) => {
	const { t } = useTranslation();
	const season = useSeason();
	const getName = useLeagueName();
	// Clubs have no names before the season's files are loaded.
	const namedLeagues = leagues.filter(({ squadId }) => squadId === null || season.state === "ready");
	if (namedLeagues.length === 0) return null;
	return (
		<section className={styles.section}>
			<header>
				<h2>{t("leagues.official.title")}</h2>
				<p>{t("leagues.official.text")}</p>
			</header>
			<ul className={styles.official} aria-label={t("leagues.official.title")}>
				{namedLeagues.map((league) => (
					<OfficialLeagueItem key={league.kind} league={league} name={getName(league)} />
				))}
			</ul>
		</section>
	);
};
