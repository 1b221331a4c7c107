import { correctSquads } from "@first-bounce/contract/draft/squads";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Season } from "../../../api/season-model.ts";
import { Dialog } from "../../../components/dialog/dialog.tsx";
import { TextField } from "../../../components/fields/text-field.tsx";
import { CallForm } from "../../../components/form-card/call-form.tsx";
import { type CorrectionMove, MoveFields } from "../../../draft-league/move-fields.tsx";
import { useFormCall } from "../../../draft-league/use-form-call.ts";
import type { LeagueNames } from "../../../draft-league/use-league-names.ts";
import { useLeagueRefresh } from "../../../draft-league/use-league-players.ts";
import { useLeague } from "../league/use-league.ts";
import { MAX_REASON_LENGTH, MIN_REASON_LENGTH } from "./undo-actions.tsx";

interface Props {
	readonly season: Season;
	readonly names: LeagueNames;
	readonly onClose: () => void;
}

/** Moves players to other teams as a correction, with a reason that all members read. */
export const CorrectDialog = ({ season, names, onClose }: Props) => {
	const { t } = useTranslation();
	const { id } = useLeague();
	const [moves, setMoves] = useState<readonly CorrectionMove[]>([]);
	const [reason, setReason] = useState("");
	const correct = useFormCall(correctSquads, {
		refresh: useLeagueRefresh(id),
		getText: ({ transaction }) => t(transaction.proposal ? "moves.correct.proposed" : "moves.correct.done"),
		onDone: onClose,
	});
	return (
		<Dialog title={t("moves.correct.title")} isOpen onClose={onClose} variant="sheet">
			<CallForm
				call={correct}
				submitLabel={t("moves.correct.confirm")}
				isDisabled={moves.length === 0 || reason.trim().length < MIN_REASON_LENGTH}
				onSubmit={() => correct.mutate({ params: { id }, body: { moves: [...moves], reason } })}
				onClose={onClose}
			>
				<p>{t("moves.correct.text")}</p>
				<p>{t("moves.correct.needsConsent")}</p>
				<MoveFields moves={moves} onChange={setMoves} players={season.players} names={names} />
				<TextField
					name="reason"
					label={t("moves.undo.reason")}
					maxLength={MAX_REASON_LENGTH}
					value={reason}
					onChange={setReason}
				/>
			</CallForm>
		</Dialog>
	);
};
