import { MAX_TRADE_MESSAGE_LENGTH } from "@first-bounce/contract/constants";
import { acceptTrade, type DraftTrade, stopTrade } from "@first-bounce/contract/draft/trades";
import { findTradeProblems } from "@first-bounce/rules/draft/trades";
import type { PlayerId } from "@first-bounce/rules/ids";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useCallMutation } from "../../../api/use-call.ts";
import { Dialog } from "../../../components/dialog/dialog.tsx";
import { TextField } from "../../../components/fields/text-field.tsx";
import { CallForm } from "../../../components/form-card/call-form.tsx";
import { Notice } from "../../../components/states/states.tsx";
import { showToast } from "../../../components/toast/toasts.tsx";
import { useLeagueRefresh } from "../../../draft-league/use-league-players.ts";
import { countDrops } from "./offer.ts";
import { SquadChoice } from "./squad-choice.tsx";
import { useProblemText } from "./trade-parts.tsx";
import { useTrades } from "./use-trades.tsx";

interface Props {
	readonly trade: DraftTrade;
	readonly onClose: () => void;
}

/** Confirms that an offer is accepted, and asks whom to drop for it. */
export const AcceptDialog = ({ trade, onClose }: Props) => {
	const { t } = useTranslation();
	const { league, list, context, teams } = useTrades();
	const refresh = useLeagueRefresh(league.id);
	const getProblemText = useProblemText();
	const [dropIds, setDropIds] = useState<readonly PlayerId[]>([]);
	const accept = useCallMutation(acceptTrade, {
		meta: { hasInlineError: true },
		onSuccess: ({ trade: accepted }) => {
			showToast({ tone: "good", text: t(accepted.state === "executed" ? "trades.accept.made" : "trades.accept.done") });
			onClose();
		},
		onSettled: () => refresh(),
	});
	const to = { ...trade.to, dropIds };
	const needed = countDrops(trade.to, trade.from, context);
	const problems = findTradeProblems({ from: trade.from, to }, context, "accept");
	const own = teams.find(({ teamId }) => teamId === to.teamId);
	const toggle = (id: PlayerId) =>
		setDropIds(dropIds.includes(id) ? dropIds.filter((other) => other !== id) : [...dropIds, id]);
	const review = list.reviewHours === 0 ? "none" : list.review;
	return (
		<Dialog title={t("trades.accept.title")} isOpen onClose={onClose} variant={needed > 0 ? "sheet" : "box"}>
			<CallForm
				call={accept}
				submitLabel={t("trades.card.accept")}
				isDisabled={problems.length > 0}
				onSubmit={() =>
					accept.mutate({ params: { id: league.id }, body: { tradeId: trade.id, dropIds: [...dropIds] } })
				}
				onClose={onClose}
			>
				<p>{t(`trades.accept.review.${review}`, { count: list.reviewHours })}</p>
				{own && needed > 0 ? (
					<>
						<p>{t("trades.offer.dropText", { count: needed })}</p>
						<SquadChoice
							title={t("trades.offer.drop")}
							team={own}
							isDrop
							chosenIds={dropIds}
							hiddenIds={trade.to.playerIds}
							onToggle={toggle}
						/>
					</>
				) : null}
				{problems
					.filter(({ code }) => code !== "no-room" || dropIds.length > 0)
					.map((problem) => (
						<Notice key={JSON.stringify(problem)} tone="warn">
							{getProblemText(problem)}
						</Notice>
					))}
			</CallForm>
		</Dialog>
	);
};

/** Asks who reviews a trade why it is stopped. */
export const StopDialog = ({ trade, onClose }: Props) => {
	const { t } = useTranslation();
	const { league } = useTrades();
	const refresh = useLeagueRefresh(league.id);
	const [reason, setReason] = useState("");
	const stop = useCallMutation(stopTrade, {
		meta: { hasInlineError: true },
		onSuccess: () => onClose(),
		onSettled: () => refresh(),
	});
	return (
		<Dialog title={t("trades.stop.title")} isOpen onClose={onClose}>
			<CallForm
				call={stop}
				submitLabel={t("trades.card.stop")}
				isDisabled={reason.trim() === ""}
				onSubmit={() => stop.mutate({ params: { id: league.id }, body: { tradeId: trade.id, reason: reason.trim() } })}
				onClose={onClose}
			>
				<TextField
					name="reason"
					label={t("trades.stop.reason")}
					hint={t("trades.stop.hint")}
					maxLength={MAX_TRADE_MESSAGE_LENGTH}
					value={reason}
					onChange={setReason}
				/>
			</CallForm>
		</Dialog>
	);
};
