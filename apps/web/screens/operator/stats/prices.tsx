import { listRounds, publishRoundNow, rerunPrices, reviewPrices } from "@first-bounce/contract/operator/season";
import { useTranslation } from "react-i18next";
import { client } from "../../../api/client.ts";
import { useCall } from "../../../api/use-call.ts";
import { useQuietCall } from "../../../api/use-quiet-call.ts";
import { Notice, QueryError } from "../../../components/states/states.tsx";
import { formatMoney, formatMoneyChange } from "../../../i18n/format.ts";
import { RoundHold } from "../match-day/round-hold.tsx";
import dialogStyles from "../parts/action-dialog.module.css";
import { ConfirmedButton } from "../parts/action-dialog.tsx";
import panel from "../parts/panel.module.css";
import { Panel } from "../parts/panel.tsx";
import { QueryContent } from "../parts/query-content.tsx";
import { type OperatorRound, RoundChoice, useSelectedRound } from "../parts/round-choice.tsx";
import { PhaseBadge } from "../parts/table/badge.tsx";
import { DataTable } from "../parts/table/data-table.tsx";

const MAX_SHOWN = 60;

interface ButtonProps {
	readonly action: "publish" | "rerun";
	readonly roundId: number;
	/** Changed prices. */
	readonly count: number;
	readonly isShown?: boolean;
}

const PriceButton = ({ action, roundId, count, isShown = true }: ButtonProps) => {
	const { t } = useTranslation("operator");
	const call = action === "publish" ? publishRoundNow : rerunPrices;
	return (
		<ConfirmedButton
			call={call}
			variant={action === "publish" ? "main" : "plain"}
			isShown={isShown}
			text={t(`prices.${action}`)}
			title={t("overview.round", { id: roundId })}
			effect={t(`prices.effect.${action}`, { count })}
			done={t(`prices.done.${action}`)}
			onConfirm={(reason) => client(call, { params: { id: roundId }, body: { reason } })}
		/>
	);
};

/** Offers to compute a published round's prices again if they differ from its stats. */
export const OldPricesNotice = ({ roundId }: { readonly roundId: number }) => {
	const { t } = useTranslation("operator");
	const query = useQuietCall(reviewPrices, { params: { id: roundId } });
	const { data } = query;
	if (!data?.mayRun || data.changes.length === 0) return <QueryError queries={[query]} />;
	const count = data.changes.length;
	return (
		<Notice tone="warn" action={<PriceButton action="rerun" roundId={roundId} count={count} />}>
			{t("prices.old", { id: roundId, count })}
		</Notice>
	);
};

const Review = ({ round }: { readonly round: OperatorRound }) => {
	const { t } = useTranslation("operator");
	const result = useCall(reviewPrices, { params: { id: round.id } });
	const canPublish = round.phase === "in-review" || round.phase === "to-publish";
	return (
		<QueryContent query={result}>
			{({ magicNumber, changes, mayRun }) => {
				const byMove = changes.toSorted((a, b) => Math.abs(b.after - b.before) - Math.abs(a.after - a.before));
				return (
					<>
						<div className={dialogStyles.reviewHead}>
							<PhaseBadge phase={round.phase} />
							<span>{t("prices.magic", { magicNumber })}</span>
							{changes.length === 0 ? null : <span>{t("prices.changes", { count: changes.length })}</span>}
							<PriceButton action="publish" roundId={round.id} count={changes.length} isShown={canPublish} />
							<PriceButton action="rerun" roundId={round.id} count={changes.length} isShown={mayRun} />
						</div>
						{changes.length === 0 ? (
							<p className={panel.calm}>{t("prices.none")}</p>
						) : (
							<DataTable
								caption={t("section.prices")}
								rows={byMove.slice(0, MAX_SHOWN)}
								getKey={({ playerId }) => playerId}
								columns={[
									{ id: "name", head: t("player"), cell: ({ name }) => name },
									{ id: "before", head: t("prices.before"), isNumber: true, cell: ({ before }) => formatMoney(before) },
									{ id: "after", head: t("prices.after"), isNumber: true, cell: ({ after }) => formatMoney(after) },
									{
										id: "move",
										head: t("prices.move"),
										isNumber: true,
										cell: ({ before, after }) => formatMoneyChange(after - before),
									},
								]}
							/>
						)}
					</>
				);
			}}
		</QueryContent>
	);
};

const Prices = ({ rounds }: { readonly rounds: readonly OperatorRound[] }) => {
	const { t } = useTranslation("operator");
	const { round, choose } = useSelectedRound(rounds);
	return (
		<Panel
			title={t("section.prices")}
			text={t("prices.text")}
			tools={<RoundChoice rounds={rounds} value={round} onChange={choose} />}
		>
			{round ? <RoundHold round={round} /> : null}
			{round ? <Review key={round.id} round={round} /> : null}
		</Panel>
	);
};

/** Previews a round's price changes before publication, and recomputes the prices of the last published round. */
export const PricesSection = () => (
	<QueryContent query={useCall(listRounds, {})}>{({ rounds }) => <Prices rounds={rounds} />}</QueryContent>
);
