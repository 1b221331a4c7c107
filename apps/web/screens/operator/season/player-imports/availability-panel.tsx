import { MAX_AVAILABILITY_LENGTH } from "@first-bounce/contract/constants";
import {
	type AvailabilityReport,
	importAvailability,
	previewAvailability,
} from "@first-bounce/contract/operator/player-imports";
import { useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { client } from "../../../../api/client.ts";
import { useCallMutation } from "../../../../api/use-call.ts";
import { Button } from "../../../../components/button/button.tsx";
import { CheckboxField } from "../../../../components/fields/checkbox-field.tsx";
import { Notice } from "../../../../components/states/states.tsx";
import { getErrorMessage } from "../../../../i18n/error-message.ts";
import dialog from "../../parts/action-dialog.module.css";
import { ActionDialog } from "../../parts/action-dialog.tsx";
import { Panel } from "../../parts/panel.tsx";
import { readTextFile } from "../../parts/read-text-file.ts";
import { AvailabilityPreview } from "./availability-report.tsx";
import styles from "./player-imports.module.css";

/** Decisions by line: the player's id, or null to leave the line out. */
type Decisions = ReadonlyMap<number, number | null>;
const NO_DECISIONS: Decisions = new Map();

/** Sets many players' statuses from a pasted or uploaded injury list, after a preview. */
export const AvailabilityPanel = () => {
	const { t } = useTranslation("operator");
	const { t: tCommon } = useTranslation();
	const id = useId();
	const [text, setText] = useState("");
	const [clearOthers, setClearOthers] = useState(false);
	const [decisions, setDecisions] = useState(NO_DECISIONS);
	/** The last preview stays visible while the next one loads. */
	const [report, setReport] = useState<AvailabilityReport | null>(null);
	const [isDialogOpen, setDialogOpen] = useState(false);
	const preview = useCallMutation(previewAvailability, { meta: { hasInlineError: true } });
	const isTooLong = text.length > MAX_AVAILABILITY_LENGTH;

	const reset = (next: string) => {
		setText(next);
		setDecisions(NO_DECISIONS);
		setReport(null);
		preview.reset();
	};
	const showPreview = (options: { readonly clearOthers: boolean; readonly decisions: Decisions }) => {
		const list = [...options.decisions].map(([line, playerId]) => ({ line, playerId }));
		const body = { text, clearOthers: options.clearOthers, decisions: list };
		preview.mutate({ body }, { onSuccess: setReport });
	};
	return (
		<Panel title={t("availability.title")} text={t("availability.text")}>
			<form
				className={styles.form}
				onSubmit={(event) => {
					event.preventDefault();
					if (text.trim() && !isTooLong) showPreview({ clearOthers, decisions });
				}}
			>
				<label htmlFor={id}>{t("availability.paste")}</label>
				<textarea
					id={id}
					rows={6}
					value={text}
					spellCheck={false}
					placeholder={t("availability.example")}
					onChange={({ currentTarget }) => reset(currentTarget.value)}
				/>
				<label className={dialog.file}>
					<span>{t("availability.file")}</span>
					<input
						type="file"
						accept=".csv,.tsv,.txt,text/csv"
						onChange={({ target }) => {
							const [file] = target.files ?? [];
							if (file) void readTextFile(file).then(reset);
						}}
					/>
				</label>
				<CheckboxField
					name="clearOthers"
					isSelected={clearOthers}
					onChange={(isSelected) => {
						setClearOthers(isSelected);
						if (report) showPreview({ clearOthers: isSelected, decisions });
					}}
				>
					{t("availability.clearOthers")} <small>{t("availability.clearOthersHint")}</small>
				</CheckboxField>
				{isTooLong ? <Notice tone="bad">{t("availability.tooLong")}</Notice> : null}
				{preview.error ? <Notice tone="bad">{getErrorMessage(preview.error, tCommon)}</Notice> : null}
				<div className={styles.buttons}>
					<Button type="submit" isDisabled={text.trim() === "" || isTooLong} isPending={preview.isPending}>
						{t("availability.preview")}
					</Button>
				</div>
			</form>
			{report ? (
				<>
					<AvailabilityPreview
						report={report}
						onDecide={(line, playerId) => {
							const next = new Map(decisions).set(line, playerId);
							setDecisions(next);
							showPreview({ clearOthers, decisions: next });
						}}
					/>
					<div className={styles.buttons}>
						<Button
							variant="main"
							isDisabled={report.changes.length === 0 || !preview.isSuccess}
							onPress={() => setDialogOpen(true)}
						>
							{t("availability.save", { count: report.changes.length })}
						</Button>
					</div>
				</>
			) : null}
			{report && isDialogOpen ? (
				<ActionDialog
					title={t("availability.title")}
					effect={t("availability.effect", { count: report.changes.length })}
					confirm={t("availability.save", { count: report.changes.length })}
					done={t("availability.done", { count: report.changes.length })}
					onClose={() => setDialogOpen(false)}
					onConfirm={async (reason) => {
						const changes = report.changes.map(({ playerId, before, after }) => ({ playerId, before, after }));
						await client(importAvailability, { body: { changes, reason } });
						reset("");
					}}
				/>
			) : null}
		</Panel>
	);
};
