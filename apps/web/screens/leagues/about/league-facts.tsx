import type { League } from "@first-bounce/contract/leagues/league";
import type { TFunction } from "i18next";
import { useTranslation } from "react-i18next";
import { formatDateTime } from "../../../i18n/format.ts";
import frame from "../frame/frame.module.css";
import { useRoundName } from "../frame/use-league-description.ts";
import styles from "./about.module.css";

export const FactList = ({ facts }: { readonly facts: readonly (readonly string[])[] }) => (
	<dl className={styles.facts}>
		{facts.map(([name, value]) => (
			<div key={name}>
				<dt>{name}</dt>
				<dd>{value}</dd>
			</div>
		))}
	</dl>
);

export const formatOnOff = (isOn: boolean, t: TFunction): string => t(`leagues.form.${isOn ? "on" : "off"}`);

/** Code, type, start and size of the league. */
export const LeagueFacts = ({ league }: { readonly league: League }) => {
	const { t } = useTranslation();
	const formatRoundName = useRoundName();
	const finals = league.finalsSeries ? "finalsSeries" : league.finals ? "finalsOn" : "finalsOff";
	const isH2h = league.type === "h2h";
	const isDraft = league.class === "draft";
	const kind = isDraft ? "leagues.form.class.draft" : (`leagues.${league.type}` as const);
	const facts = [
		[t("leagues.about.code"), league.code],
		[t("leagues.about.kind"), `${t(kind)}, ${t(`leagues.${league.privacy}`).toLowerCase()}`],
		...(isDraft
			? [
					[
						t("leagues.about.draft"),
						league.draftStart === null || league.draftStatus !== "scheduled"
							? t(`leagues.draftStatus.${league.draftStatus ?? "setup"}`)
							: formatDateTime(Date.parse(league.draftStart)),
					],
				]
			: []),
		[
			t("leagues.about.start"),
			isDraft && league.draftStatus !== "complete" ? t("leagues.about.afterDraft") : formatRoundName(league.startId),
		],
		[
			t("leagues.about.size"),
			league.type === "open"
				? t("leagues.teams", { count: league.numTeams })
				: t("leagues.teamsOf", { count: league.numTeams, size: league.size }),
		],
		...(isH2h
			? [
					[t("leagues.about.finals"), t(`leagues.about.${finals}`)],
					...(league.finals ? [[t("leagues.form.consolationGames"), formatOnOff(league.consolationGames, t)]] : []),
					[t("leagues.form.medianGame"), formatOnOff(league.medianGame, t)],
					...(isDraft && (league.draftStatus === "complete" ? league.numTeams : league.size) % 2 === 1
						? [[t("leagues.form.averageGame"), t(`leagues.form.oddOpponent.${league.averageGame ? "average" : "bye"}`)]]
						: []),
					[t("leagues.about.tiebreaker"), t(`leagues.form.${league.h2hTiebreaker ?? "percentage"}`)],
				]
			: []),
		[t("leagues.about.created"), formatDateTime(Date.parse(league.createdAt))],
	];
	return (
		<section className={frame.card}>
			<FactList facts={facts} />
			<p className={styles.explanation}>
				{t(isDraft ? "leagues.form.class.text.draft" : `leagues.form.tip.${league.type}`)}
			</p>
		</section>
	);
};
