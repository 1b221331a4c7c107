import {
	joinOfficialLeague,
	leaveOfficialLeague,
	type OfficialLeague,
	showOfficialLeagues,
} from "@first-bounce/contract/leagues/official-leagues";
import { BEST_LEAGUES, isBestLeague } from "@first-bounce/rules/rankings/best-of-season";
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

/** The name of an official league; null for a club or state that the account does not have yet. */
function useLeagueName(): (league: OfficialLeague) => string | null {
	const { t } = useTranslation();
	const season = useSeason();
	return ({ kind, squadId, state, earned }) => {
		if (isBestLeague(kind)) return t(`leagues.official.${kind}`, { season: earned?.seasonName ?? "" });
		if (kind === "state") return state && t(`australianState.${state}`);
		const squad = season.state === "ready" && squadId !== null ? season.value.squads.get(squadId) : undefined;
		return squad ? t("leagues.official.fansOf", { club: squad.name }) : null;
	};
}

const OfficialLeagueItem = ({ league, name }: { readonly league: OfficialLeague; readonly name: string | null }) => {
	const { t } = useTranslation();
	const queryClient = useQueryClient();
	const { kind, squadId, state, isJoined, total, rank } = league;
	const change = useCallMutation(isJoined ? leaveOfficialLeague : joinOfficialLeague, {
		onSuccess: ({ leagues }) => {
			queryClient.setQueryData(callKey(showOfficialLeagues, {}), { leagues });
			showToast({
				tone: "good",
				text: t(isJoined ? "leagues.official.left" : "leagues.official.joined", { league: name }),
			});
		},
	});
	if (name === null && !isBestLeague(kind))
		return (
			<li>
				<p>{t(`leagues.official.none.${kind}`)}</p>
				<Link to={paths.myAccount.to()}>{t("nav.myAccount")}</Link>
			</li>
		);
	const filter = isBestLeague(kind)
		? `best=${BEST_LEAGUES[kind]}`
		: { club: `club=${squadId}`, state: `state=${state}` }[kind];
	return (
		<li>
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

interface SectionProps {
	readonly title: string;
	readonly text: string;
	readonly leagues: readonly OfficialLeague[];
}

const Section = ({ title, text, leagues }: SectionProps) => {
	const getName = useLeagueName();
	return (
		<section className={styles.section}>
			<header>
				<h2>{title}</h2>
				<p>{text}</p>
			</header>
			<ul className={styles.official} aria-label={title}>
				{leagues.map((league) => (
					<OfficialLeagueItem key={league.kind} league={league} name={getName(league)} />
				))}
			</ul>
		</section>
	);
};

/** The official leagues for last season's best in which the user has earned a place, then those of her club and state. */
export const OfficialLeagues = ({ leagues }: { readonly leagues: readonly OfficialLeague[] }) => {
	const { t } = useTranslation();
	const season = useSeason();
	const best = leagues.filter(({ earned }) => earned);
	const earned = best[0]?.earned;
	// Clubs have no names before the season's files are loaded.
	const others = leagues.filter((league) => !league.earned && (league.squadId === null || season.state === "ready"));
	return (
		<>
			{earned ? (
				<Section
					title={t("leagues.official.best", { season: earned.seasonName })}
					text={t("leagues.official.bestText", { rank: formatInteger(earned.rank) })}
					leagues={best}
				/>
			) : null}
			{others.length > 0 ? (
				<Section title={t("leagues.official.title")} text={t("leagues.official.text")} leagues={others} />
			) : null}
		</>
	);
};
