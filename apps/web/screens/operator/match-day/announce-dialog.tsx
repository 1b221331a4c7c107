import type { OperatorMatch } from "@first-bounce/contract/operator/season";
import { announceToAll, showAnnouncements } from "@first-bounce/contract/site/announcements";
import { HOUR_MS } from "@first-bounce/rules/durations";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Label } from "react-aria-components/Label";
import { TextArea } from "react-aria-components/TextArea";
import { TextField as AriaTextField } from "react-aria-components/TextField";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { client } from "../../../api/client.ts";
import { callKey } from "../../../api/use-call.ts";
import { paths } from "../../../app/paths.ts";
import { Dialog } from "../../../components/dialog/dialog.tsx";
import fields from "../../../components/fields/fields.module.css";
import { ErrorNotice, Notice } from "../../../components/states/states.tsx";
import styles from "../parts/action-dialog.module.css";
import { FormButtons } from "../parts/form-buttons.tsx";
import { useOperatorMutation } from "../parts/use-operator-mutation.ts";

const MIN_LENGTH = 3;
const MAX_LENGTH = 300;
/** How long the announcement is shown, unless it is withdrawn before. */
const DISPLAY_MS = 12 * HOUR_MS;

interface Props {
	/** Null to announce something about the whole round. */
	readonly match: OperatorMatch | null;
	readonly name: string;
	readonly onClose: () => void;
}

const getTemplate = (match: OperatorMatch | null) => {
	if (!match) return "round";
	if (match.isAbandoned) return match.status === "scheduled" ? "calledOff" : "abandoned";
	return match.status === "complete" ? "complete" : "delayed";
};

/** Announces something to every manager, with a text for the state of the match to start from. */
export const AnnounceDialog = ({ match, name, onClose }: Props) => {
	const { t } = useTranslation("operator");
	const queries = useQueryClient();
	const [text, setText] = useState(() => t(`matchDay.template.${getTemplate(match)}`, { match: name }));
	const announce = useOperatorMutation({
		mutationFn: () => {
			const until = new Date(Date.now() + DISPLAY_MS).toISOString();
			return client(announceToAll, { body: { text: text.trim(), tone: "warn", until } });
		},
		done: t("announce.done"),
		onDone: () => {
			void queries.invalidateQueries({ queryKey: callKey(showAnnouncements) });
			onClose();
		},
	});
	const isReady = text.trim().length >= MIN_LENGTH;
	return (
		<Dialog title={t("matchDay.announceMatch", { match: name })} isOpen onClose={onClose}>
			<form
				className={styles.body}
				onSubmit={(event) => {
					event.preventDefault();
					if (isReady && !announce.isPending) announce.mutate();
				}}
			>
				<AriaTextField
					name="text"
					className={fields.field ?? ""}
					value={text}
					onChange={setText}
					maxLength={MAX_LENGTH}
				>
					<Label className={fields.label ?? ""}>{t("announce.line")}</Label>
					<TextArea className={fields.input ?? ""} rows={4} />
				</AriaTextField>
				{isReady ? <Notice tone="warn">{text}</Notice> : null}
				<div className={styles.effect}>
					{t("matchDay.announceEffect")}{" "}
					<Link to={paths.operator.to("announcements")}>{t("section.announcements")}</Link>
				</div>
				<ErrorNotice error={announce.error} />
				<FormButtons
					submit={t("announce.show")}
					isDisabled={!isReady}
					isPending={announce.isPending}
					onCancel={onClose}
				/>
			</form>
		</Dialog>
	);
};
