import type { OperatorMatch } from "@first-bounce/contract/operator/season";
import {
	correctStatLines,
	type MatchStatLine,
	previewStats,
	type StatCounts,
} from "@first-bounce/contract/operator/stats";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { client } from "../../../api/client.ts";
import { useCallMutation } from "../../../api/use-call.ts";
import { Dialog } from "../../../components/dialog/dialog.tsx";
import { CheckboxField } from "../../../components/fields/checkbox-field.tsx";
import { ErrorNotice } from "../../../components/states/states.tsx";
import styles from "../parts/action-dialog.module.css";
import { ActionDialog } from "../parts/action-dialog.tsx";
import { FormButtons } from "../parts/form-buttons.tsx";
import { NumberField } from "../parts/number-field.tsx";
import { CorrectionSummary } from "./correction-effect.tsx";
import { getMaxCount, STAT_COUNT_KEYS, ZERO_COUNTS } from "./stat-counts.ts";

interface Props {
	readonly match: OperatorMatch;
	readonly line: MatchStatLine;
	readonly onClose: () => void;
}

/** Steps: edit the player's stats, review the effects, give a reason. */
export const LineDialog = ({ match, line, onClose }: Props) => {
	const { t } = useTranslation("operator");
	const { t: tCommon } = useTranslation();
	const [counts, setCounts] = useState<StatCounts>(line.stats ?? ZERO_COUNTS);
	const [isOut, setOut] = useState(false);
	const preview = useCallMutation(previewStats, { meta: { hasInlineError: true } });
	const lines = [{ playerId: line.playerId, stats: isOut ? null : counts }];
	const params = { id: match.id };
	if (preview.data)
		return (
			<ActionDialog
				title={line.name}
				effect={<CorrectionSummary effect={preview.data} />}
				confirm={t("corrections.confirm")}
				done={t("corrections.done", { name: line.name })}
				onClose={onClose}
				onConfirm={(reason) => client(correctStatLines, { params, body: { reason, lines } })}
			/>
		);
	return (
		<Dialog title={line.name} isOpen onClose={onClose}>
			<form
				className={styles.body}
				onSubmit={(event) => {
					event.preventDefault();
					preview.mutate({ params, body: { lines } });
				}}
			>
				<CheckboxField name="out" isSelected={isOut} onChange={setOut}>
					{t("corrections.didNotPlay")}
				</CheckboxField>
				<fieldset className={styles.counts} disabled={isOut}>
					<legend className="spoken">{t("corrections.counts")}</legend>
					{STAT_COUNT_KEYS.map((count) => (
						<NumberField
							key={count}
							label={tCommon(`player.stat.${count}`)}
							max={getMaxCount(count)}
							value={counts[count]}
							onChange={(value) => setCounts({ ...counts, [count]: value ?? 0 })}
						/>
					))}
				</fieldset>
				<ErrorNotice error={preview.error} />
				<FormButtons submit={t("corrections.preview")} isPending={preview.isPending} onCancel={onClose} />
			</form>
		</Dialog>
	);
};
