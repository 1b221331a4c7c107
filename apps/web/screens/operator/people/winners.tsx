import type { SuccessOf } from "@first-bounce/contract/call";
import {
	listWinners,
	markWinnerNotified,
	showWinnerAddresses,
	type Winner,
} from "@first-bounce/contract/operator/winners";
import type { UseQueryResult } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { client } from "../../../api/client.ts";
import { useCall } from "../../../api/use-call.ts";
import { SelectChip } from "../../../components/select/select-chip.tsx";
import { buildNumberColumn } from "../../../components/table/table.tsx";
import { formatInteger } from "../../../i18n/format.ts";
import { downloadCsv } from "../../../sharing/download-file.ts";
import { ActionDialog, ConfirmedButton, DialogButton } from "../parts/action-dialog.tsx";
import { DateTime } from "../parts/date-time.tsx";
import panel from "../parts/panel.module.css";
import { Panel } from "../parts/panel.tsx";
import { Badge } from "../parts/table/badge.tsx";
import { QueryTable } from "../parts/table/query-table.tsx";

/** The addresses of a season's winners, loaded when the operator requests them. */
interface Addresses {
	readonly seasonId: number;
	readonly byTeam: Readonly<Record<string, string>>;
}

const formatKey = ({ kind, subject, teamId }: Winner) => `${kind} ${subject} ${teamId}`;

function useWinnerTexts(clubs: Readonly<Record<string, string>>) {
	const { t } = useTranslation("operator");
	return {
		getPrize: ({ kind, subject }: Winner) =>
			t(`winners.prize.${kind}`, { subject: kind === "club" ? (clubs[subject] ?? subject) : subject }),
		getName: ({ teamName }: Winner) => teamName || t("winners.closed"),
	};
}
type WinnerTexts = ReturnType<typeof useWinnerTexts>;

interface TableProps {
	readonly query: UseQueryResult<SuccessOf<typeof listWinners>, Error>;
	readonly texts: WinnerTexts;
	readonly addresses: Addresses["byTeam"] | null;
	readonly seasonId: number;
}

const WinnersTable = ({ query, texts: { getPrize, getName }, addresses, seasonId }: TableProps) => {
	const { t } = useTranslation("operator");
	return (
		<QueryTable
			query={query}
			rows={({ winners }) => winners}
			empty={{ title: t("winners.none"), text: t("winners.noneText") }}
			caption={t("section.winners")}
			getKey={formatKey}
			actions={(winner) => {
				const { kind, subject, teamId, notified } = winner;
				return (
					<ConfirmedButton
						call={markWinnerNotified}
						text={t(notified ? "winners.undo" : "winners.markNotified")}
						aria-label={t(notified ? "winners.notNotifiedWhich" : "winners.notifiedWhich", {
							team: getName(winner),
							prize: getPrize(winner),
						})}
						title={`${getName(winner)}: ${getPrize(winner)}`}
						effect={t(notified ? "winners.effect.undo" : "winners.effect.notified")}
						done={t(notified ? "winners.done.undo" : "winners.done.notified")}
						onConfirm={(reason) =>
							client(markWinnerNotified, {
								body: { reason, seasonId, kind, subject, teamId, isNotified: notified === null },
							})
						}
					/>
				);
			}}
			columns={[
				{ id: "prize", head: t("winners.what"), cell: getPrize },
				{
					id: "team",
					head: t("winners.team"),
					cell: (winner) => (
						<>
							{getName(winner)} {winner.isTied ? <Badge tone="plain">{t("winners.tied")}</Badge> : null}
							{winner.fullName ? <p className={panel.quiet}>{winner.fullName}</p> : null}
							{addresses ? <p className={panel.quiet}>{addresses[String(winner.teamId)] ?? "–"}</p> : null}
							{winner.notified ? (
								<p className={panel.quiet}>
									{t("winners.notifiedBy", { name: winner.notified.by || "–" })} <DateTime at={winner.notified.at} />
								</p>
							) : null}
						</>
					),
				},
				buildNumberColumn(
					"points",
					t("winners.points"),
					({ points }: Winner) => (points === null ? "–" : formatInteger(points)),
					{ isWide: true },
				),
			]}
		/>
	);
};

/** A season's winners, with their addresses on request and a mark for those who have been notified. */
export const WinnersSection = () => {
	const { t } = useTranslation("operator");
	const [chosenSeasonId, setChosenSeasonId] = useState<number | null>(null);
	const [addresses, setAddresses] = useState<Addresses | null>(null);
	const result = useCall(listWinners, { query: chosenSeasonId === null ? {} : { seasonId: chosenSeasonId } });
	const { seasonId, seasons, clubs } = result.data ?? { seasonId: 0, seasons: [], clubs: {} };
	const texts = useWinnerTexts(clubs);
	return (
		<Panel
			title={t("section.winners")}
			text={t("winners.text")}
			tools={
				<>
					{seasons.length > 1 ? (
						<SelectChip
							label={t("winners.season")}
							value={seasonId}
							choices={seasons.map(({ id, name }) => ({ value: id, label: name }))}
							onChange={setChosenSeasonId}
						/>
					) : null}
					<DialogButton call={showWinnerAddresses} text={t("winners.showAddresses")}>
						{(close) => (
							<ActionDialog
								title={t("winners.showAddresses")}
								effect={t("winners.effect.addresses")}
								confirm={t("winners.showAddresses")}
								done={t("winners.done.addresses")}
								onClose={close}
								onConfirm={async (reason) => {
									const response = await client(showWinnerAddresses, { body: { reason, seasonId } });
									setAddresses({ seasonId, byTeam: response.addresses });
									downloadCsv(`winners-${seasonId}.csv`, response.csv);
								}}
							/>
						)}
					</DialogButton>
				</>
			}
		>
			<WinnersTable
				query={result}
				texts={texts}
				addresses={addresses?.seasonId === seasonId ? addresses.byTeam : null}
				seasonId={seasonId}
			/>
		</Panel>
	);
};
