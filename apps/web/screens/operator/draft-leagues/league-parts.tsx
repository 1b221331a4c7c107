import type { ListedDraftLeague, OperatorDraftLeague } from "@first-bounce/contract/operator/draft-leagues";
import { useTranslation } from "react-i18next";
import { Panel } from "../parts/panel.tsx";
import { Badge } from "../parts/table/badge.tsx";
import { DataTable } from "../parts/table/data-table.tsx";
import styles from "./draft-leagues.module.css";
import type { DraftLeagueNames } from "./use-draft-league-names.ts";

const STATE_TONES = { setup: "plain", scheduled: "plain", live: "live", paused: "warn", complete: "good" } as const;

export const DraftStateBadge = ({ state }: { readonly state: ListedDraftLeague["draftStatus"] }) => {
	const { t } = useTranslation("operator");
	return <Badge tone={STATE_TONES[state]}>{t(`draftLeagues.state.${state}`)}</Badge>;
};

export const Squads = ({
	league,
	names,
}: {
	readonly league: OperatorDraftLeague;
	readonly names: DraftLeagueNames;
}) => {
	const { t } = useTranslation("operator");
	return (
		<Panel title={t("draftLeagues.squads")}>
			<DataTable
				caption={t("draftLeagues.squads")}
				rows={league.squads}
				getKey={({ teamId }) => teamId}
				columns={[
					{ id: "id", head: t("draftLeagues.id"), isWide: true, cell: ({ teamId }) => teamId },
					{
						id: "team",
						head: t("draftLeagues.team"),
						cell: ({ teamId, isRobot, isVacant, isAway }) => (
							<span className={styles.badges}>
								<span className={styles.name}>{names.getTeamName(teamId)}</span>
								{isRobot ? <Badge tone="plain">{t("draftLeagues.robot")}</Badge> : null}
								{isVacant ? <Badge tone="warn">{t("draftLeagues.vacant")}</Badge> : null}
								{isAway ? <Badge tone="warn">{t("draftLeagues.away")}</Badge> : null}
							</span>
						),
					},
					{
						id: "players",
						head: t("draftLeagues.players"),
						cell: ({ playerIds, injuredPlayerId }) =>
							playerIds.length === 0 ? (
								0
							) : (
								<details>
									<summary>{playerIds.length}</summary>
									<ul className={styles.lines}>
										{playerIds.map((id) => (
											<li key={id}>
												{names.getPlayerName(id)}
												{id === injuredPlayerId ? ` (${t("draftLeagues.injured")})` : ""}
											</li>
										))}
									</ul>
								</details>
							),
					},
				]}
			/>
		</Panel>
	);
};
