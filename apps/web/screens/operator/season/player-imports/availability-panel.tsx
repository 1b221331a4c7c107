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
import fields from "../../../../components/fields/fields.module.css";
import { Form } from "../../../../components/form-card/form-card.tsx";
import { ErrorNotice, Notice } from "../../../../components/states/states.tsx";
import dialogStyles from "../../parts/action-dialog.module.css";
import { ConfirmedButton } from "../../parts/action-dialog.tsx";
import { TextFileField } from "../../parts/file-field.tsx";
import { Panel } from "../../parts/panel.tsx";
import { AvailabilityPreview } from "./availability-report.tsx";
import styles from "./player-imports.module.css";

/** Decisions by line: the player's id, or null to leave the line out. */
type Decisions = ReadonlyMap<number, number | null>;
const NO_DECISIONS: Decisions = new Map();

function useAvailabilityList() {
	const [text, setText] = useState("");
	const [clearOthers, setClearOthers] = useState(false);
	const [decisions, setDecisions] = useState(NO_DECISIONS);
	/** The last preview stays visible while the next one loads. */
	const [report, setReport] = useState<AvailabilityReport | null>(null);
	const preview = useCallMutation(previewAvailability, { meta: { hasInlineError: true } });
	const showPreview = (options: { readonly clearOthers: boolean; readonly decisions: Decisions }) => {
		const list = [...options.decisions].map(([line, playerId]) => ({ line, playerId }));
		const body = { text, clearOthers: options.clearOthers, decisions: list };
		preview.mutate({ body }, { onSuccess: setReport });
	};
	return {
		text,
		clearOthers,
		report,
		preview,
		isTooLong: text.length > MAX_AVAILABILITY_LENGTH,
		replaceText: (next: string) => {
			setText(next);
			setDecisions(NO_DECISIONS);
			setReport(null);
			preview.reset();
		},
		showPreview: () => showPreview({ clearOthers, decisions }),
		changeClearOthers: (next: boolean) => {
			setClearOthers(next);
			if (report) showPreview({ clearOthers: next, decisions });
		},
		decide: (line: number, playerId: number | null) => {
			const next = new Map(decisions).set(line, playerId);
			setDecisions(next);
			showPreview({ clearOthers, decisions: next });
		},
	};
}

type AvailabilityList = ReturnType<typeof useAvailabilityList>;

const AvailabilityForm = ({ list }: { readonly list: AvailabilityList }) => {
	const { t } = useTranslation("operator");
	const id = useId();
	const { text, isTooLong, preview } = list;
	const isReady = text.trim() !== "" && !isTooLong;
	return (
		<Form
			className={styles.form}
			onSubmit={() => {
				if (isReady) list.showPreview();
			}}
		>
			<label className={fields.label} htmlFor={id}>
				{t("availability.paste")}
			</label>
			<textarea
				id={id}
				className={fields.input}
				wrap="off"
				rows={6}
				value={text}
				spellCheck={false}
				placeholder={t("availability.example")}
				onChange={({ currentTarget }) => list.replaceText(currentTarget.value)}
			/>
			<TextFileField
				label={t("availability.file")}
				accept={[".csv", ".tsv", ".txt", "text/csv"]}
				onChange={([file]) => {
					if (file) list.replaceText(file.text);
				}}
			/>
			<CheckboxField name="clearOthers" isSelected={list.clearOthers} onChange={list.changeClearOthers}>
				{t("availability.clearOthers")} <small>{t("availability.clearOthersHint")}</small>
			</CheckboxField>
			{isTooLong ? <Notice tone="bad">{t("availability.tooLong")}</Notice> : null}
			<ErrorNotice error={preview.error} />
			<div className={dialogStyles.buttons}>
				<Button type="submit" isDisabled={!isReady} isPending={preview.isPending}>
					{t("availability.preview")}
				</Button>
			</div>
		</Form>
	);
};

export const AvailabilityPanel = () => {
	const { t } = useTranslation("operator");
	const list = useAvailabilityList();
	const { report } = list;
	const count = report?.changes.length ?? 0;
	return (
		<Panel title={t("availability.title")} text={t("availability.text")}>
			<AvailabilityForm list={list} />
			{report ? (
				<>
					<AvailabilityPreview report={report} onDecide={list.decide} />
					<div className={dialogStyles.buttons}>
						<ConfirmedButton
							call={importAvailability}
							variant="main"
							isDisabled={count === 0 || !list.preview.isSuccess}
							text={t("availability.save", { count })}
							title={t("availability.title")}
							effect={t("availability.effect", { count })}
							done={t("availability.done", { count })}
							onConfirm={async (reason) => {
								const changes = report.changes.map(({ playerId, before, after }) => ({ playerId, before, after }));
								await client(importAvailability, { body: { changes, reason } });
								list.replaceText("");
							}}
						/>
					</div>
				</>
			) : null}
		</Panel>
	);
};
