import { correctSquads } from "@first-bounce/contract/draft/squads";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Season } from "../../../api/season-model.ts";
import { useCallMutation } from "../../../api/use-call.ts";
import { Button } from "../../../components/button/button.tsx";
import { Dialog } from "../../../components/dialog/dialog.tsx";
import { TextField } from "../../../components/fields/text-field.tsx";
import { FormActions } from "../../../components/form-card/form-card.tsx";
import { ErrorNotice } from "../../../components/states/states.tsx";
import { showToast } from "../../../components/toast/toasts.tsx";
import { type CorrectionMove, MoveFields } from "../../../draft-league/move-fields.tsx";
import { useLeagueRefresh } from "../../../draft-league/use-league-players.ts";
import { useLeague } from "../league/use-league.ts";
import styles from "./moves.module.css";
import { MAX_REASON_LENGTH, MIN_REASON_LENGTH } from "./undo-actions.tsx";
import type { LeagueNames } from "./use-moves.ts";

interface Props {
	readonly season: Season;
	readonly names: LeagueNames;
	readonly onClose: () => void;
}

/** Moves players to other teams as a correction, with a reason that all members read. */
export const CorrectDialog = ({ season, names, onClose }: Props) => {
	const { t } = useTranslation();
	const { id } = useLeague();
	const refresh = useLeagueRefresh(id);
	const [moves, setMoves] = useState<readonly CorrectionMove[]>([]);
	const [reason, setReason] = useState("");
	const correct = useCallMutation(correctSquads, {
		meta: { hasInlineError: true },
		onSuccess: async ({ transaction }) => {
			await refresh();
			onClose();
			showToast({ tone: "good", text: t(transaction.proposal ? "moves.correct.proposed" : "moves.correct.done") });
		},
	});
	return (
		<Dialog title={t("moves.correct.title")} isOpen onClose={onClose} variant="sheet">
			<form
				className={styles.dialog}
				noValidate
				onSubmit={(event) => {
					event.preventDefault();
					if (!correct.isPending) correct.mutate({ params: { id }, body: { moves: [...moves], reason } });
				}}
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
				<ErrorNotice error={correct.error} />
				<FormActions>
					<Button
						type="submit"
						variant="main"
						isPending={correct.isPending}
						isDisabled={moves.length === 0 || reason.trim().length < MIN_REASON_LENGTH}
					>
						{t("moves.correct.confirm")}
					</Button>
					<Button onPress={onClose}>{t("state.cancel")}</Button>
				</FormActions>
			</form>
		</Dialog>
	);
};
