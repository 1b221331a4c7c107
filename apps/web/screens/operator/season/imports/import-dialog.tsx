import { ApiFailure } from "@first-bounce/contract/client";
import { MAX_SEASON_FILES_LENGTH, SEASON_FILES } from "@first-bounce/contract/constants";
import {
	importSeasonFiles,
	previewSeason,
	type SeasonFile,
	type SeasonImportReport,
} from "@first-bounce/contract/operator/season/season-import";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { client } from "../../../../api/client.ts";
import { useCallMutation } from "../../../../api/use-call.ts";
import { Dialog } from "../../../../components/dialog/dialog.tsx";
import { CheckboxField } from "../../../../components/fields/checkbox-field.tsx";
import { Form } from "../../../../components/form-card/form-card.tsx";
import { ErrorNotice, Notice } from "../../../../components/states/states.tsx";
import { FOCUSABLE } from "../../../../components/table/table.tsx";
import styles from "../../parts/action-dialog.module.css";
import { ActionDialog } from "../../parts/action-dialog.tsx";
import { TextFileField } from "../../parts/file-field.tsx";
import { FormButtons } from "../../parts/form-buttons.tsx";
import { ImportConflicts } from "./import-conflicts.tsx";

interface FileSelection {
	readonly files: readonly SeasonFile[];
	/** File names that are not part of a season. */
	readonly unknown: readonly string[];
}
const NO_FILES: FileSelection = { files: [], unknown: [] };

function selectSeasonFiles(chosenFiles: readonly { readonly name: string; readonly text: string }[]): FileSelection {
	const findFileName = (fileName: string) => SEASON_FILES.find((name) => name === fileName);
	return {
		files: chosenFiles.flatMap(({ name, text }) => {
			const fileName = findFileName(name);
			return fileName ? [{ name: fileName, text }] : [];
		}),
		unknown: chosenFiles.filter(({ name }) => !findFileName(name)).map(({ name }) => name),
	};
}

export const Lines = ({ lines }: { readonly lines: readonly string[] }) => (
	<pre {...FOCUSABLE} className={styles.lines}>
		{lines.join("\n")}
	</pre>
);

interface ImportChoices {
	readonly remove: boolean;
	readonly preferFiles: boolean;
	/** The keys of conflicts in which the files' value wins. */
	readonly take: readonly string[];
}

const ImportOptions = ({
	choices,
	onChange,
}: {
	readonly choices: ImportChoices;
	readonly onChange: (choices: ImportChoices) => void;
}) => {
	const { t } = useTranslation("operator");
	return (
		<>
			<CheckboxField name="remove" isSelected={choices.remove} onChange={(remove) => onChange({ ...choices, remove })}>
				{t("seasons.import.remove")} <small>{t("seasons.import.removeHint")}</small>
			</CheckboxField>
			<CheckboxField
				name="preferFiles"
				isSelected={choices.preferFiles}
				onChange={(preferFiles) => onChange({ ...choices, preferFiles })}
			>
				{t("seasons.import.preferFiles")} <small>{t("seasons.import.preferFilesHint")}</small>
			</CheckboxField>
		</>
	);
};

interface EndProps {
	readonly ends: NonNullable<SeasonImportReport["ends"]>;
	readonly isConfirmed: boolean;
	readonly onChange: (isConfirmed: boolean) => void;
}

/** Warns that the import ends the current season, and asks for confirmation. */
const SeasonEnd = ({ ends: { name, openRound, teams, managers, leagues }, isConfirmed, onChange }: EndProps) => {
	const { t } = useTranslation("operator");
	return (
		<Notice tone="warn">
			<p>
				{t("seasons.import.ends", { name })}{" "}
				{openRound === null ? null : t("seasons.import.openRound", { round: openRound })}{" "}
				{t("seasons.import.endCounts", { teams, managers, leagues })} {t("seasons.import.endText")}
			</p>
			<CheckboxField name="endDemo" isSelected={isConfirmed} onChange={onChange}>
				{t("seasons.import.end", { name })}
			</CheckboxField>
		</Notice>
	);
};

function useSeasonImport(givenFiles: readonly SeasonFile[] | undefined) {
	const [{ files, unknown }, setFileSelection] = useState<FileSelection>(
		givenFiles ? { files: givenFiles, unknown: [] } : NO_FILES,
	);
	const [choices, setChoices] = useState<ImportChoices>({ remove: false, preferFiles: false, take: [] });
	const preview = useCallMutation(previewSeason, { meta: { hasInlineError: true } });
	// The last report stays visible while the next one loads.
	const [report, setReport] = useState<SeasonImportReport | null>(null);
	const buildBody = (choices: ImportChoices) => ({ files: [...files], ...choices, take: [...choices.take] });
	const showPreview = (choices: ImportChoices) =>
		preview.mutate({ body: buildBody(choices) }, { onSuccess: setReport });
	return {
		files,
		unknown,
		choices,
		preview,
		report,
		isTooLong: files.reduce((sum, { text }) => sum + text.length, 0) > MAX_SEASON_FILES_LENGTH,
		showPreview: () => showPreview(choices),
		choose: (next: ImportChoices) => {
			setChoices(next);
			if (report) showPreview(next);
		},
		selectFiles: (chosen: Parameters<typeof selectSeasonFiles>[0]) => {
			preview.reset();
			setReport(null);
			setFileSelection(selectSeasonFiles(chosen));
		},
		save: async (reason: string, endDemo: boolean) => {
			const result = await client(importSeasonFiles, { body: { ...buildBody(choices), reason, endDemo } });
			// The season has changed since the review.
			if (!result.isValid) throw new ApiFailure(409, [{ code: "season-changed", message: result.problems.join("; ") }]);
		},
	};
}

interface StepProps {
	readonly seasonImport: ReturnType<typeof useSeasonImport>;
	readonly onClose: () => void;
}

/** The last step: review the changes, and give a reason. */
const ReviewStep = ({
	seasonImport,
	report,
	onClose,
}: StepProps & {
	readonly report: SeasonImportReport;
}) => {
	const { t } = useTranslation("operator");
	const [isEndConfirmed, setEndConfirmed] = useState(false);
	const { choices, choose, preview } = seasonImport;
	return (
		<ActionDialog
			title={t("seasons.import.open")}
			effect={
				<div className={styles.effects}>
					<p>{t("seasons.import.text")}</p>
					{report.ends ? (
						<SeasonEnd ends={report.ends} isConfirmed={isEndConfirmed} onChange={setEndConfirmed} />
					) : null}
					<Lines lines={[...report.summary, ...report.problems]} />
					{choices.preferFiles ? null : (
						<ImportConflicts
							conflicts={report.conflicts}
							takenKeys={choices.take}
							onChange={(takenKeys) => choose({ ...choices, take: takenKeys })}
						/>
					)}
				</div>
			}
			confirm={t("seasons.import.confirm")}
			done={t("seasons.import.done")}
			onClose={onClose}
			isIncomplete={!preview.isSuccess || (report.ends !== null && !isEndConfirmed)}
			onConfirm={(reason) => seasonImport.save(reason, isEndConfirmed)}
		>
			<ImportOptions choices={choices} onChange={choose} />
			<ErrorNotice error={preview.error} />
		</ActionDialog>
	);
};

interface ImportProps {
	/** Files to import instead of files that the operator chooses, such as the files of a fetched season. */
	readonly files?: readonly SeasonFile[];
	readonly onClose: () => void;
}

/** Imports season files, like `fb season import`: choose the files, review the changes, give a reason. */
export const ImportDialog = ({ files: givenFiles, onClose }: ImportProps) => {
	const { t } = useTranslation("operator");
	const seasonImport = useSeasonImport(givenFiles);
	const { files, unknown, isTooLong, preview, report } = seasonImport;
	if (report?.isValid) return <ReviewStep seasonImport={seasonImport} report={report} onClose={onClose} />;
	return (
		<Dialog title={t("seasons.import.open")} isOpen onClose={onClose}>
			<Form className={styles.body} onSubmit={seasonImport.showPreview}>
				{givenFiles ? (
					<p>{t("newSeason.files", { names: givenFiles.map(({ name }) => name).join(", ") })}</p>
				) : (
					<TextFileField
						label={t("seasons.import.files")}
						multiple
						accept={[".csv", ".json"]}
						onChange={seasonImport.selectFiles}
					/>
				)}
				<ImportOptions choices={seasonImport.choices} onChange={seasonImport.choose} />
				{unknown.length > 0 ? (
					<Notice tone="bad">{t("seasons.import.unknown", { names: unknown.join(", ") })}</Notice>
				) : null}
				{isTooLong ? <Notice tone="bad">{t("seasons.import.tooLong")}</Notice> : null}
				<ErrorNotice error={preview.error} />
				{report ? (
					<Notice tone="bad">
						{t("seasons.import.problems")}
						<Lines lines={report.problems} />
					</Notice>
				) : null}
				<FormButtons
					submit={t("seasons.import.preview")}
					isDisabled={files.length === 0 || unknown.length > 0 || isTooLong}
					isPending={preview.isPending}
					onCancel={onClose}
				/>
			</Form>
		</Dialog>
	);
};
