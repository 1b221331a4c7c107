import { moderateName, type NameEntry } from "@first-bounce/contract/operator/people";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { client } from "../../../api/client.ts";
import { CheckboxField } from "../../../components/fields/checkbox-field.tsx";
import { TextField } from "../../../components/fields/text-field.tsx";
import { ActionDialog } from "../parts/action-dialog.tsx";

/** Renames a team or league, removes its picture, or both. The owner gets the reason. */
export const NameDialog = ({ entry, onClose }: { readonly entry: NameEntry; readonly onClose: () => void }) => {
	const { t } = useTranslation("operator");
	const [rename, setRename] = useState(true);
	const [name, setName] = useState("");
	const [removePicture, setRemovePicture] = useState(false);
	return (
		<ActionDialog
			title={entry.name}
			effect={t("moderation.effect", { owner: entry.owner })}
			confirm={t("moderation.moderate")}
			done={t("moderation.done", { name: entry.name })}
			isIncomplete={!rename && !removePicture}
			onClose={onClose}
			onConfirm={(reason) =>
				client(moderateName, {
					params: { id: entry.id },
					body: { reason, kind: entry.kind, rename, removePicture, ...(name.trim() ? { name: name.trim() } : {}) },
				})
			}
		>
			<CheckboxField name="rename" isSelected={rename} onChange={setRename}>
				{t("moderation.rename")}
			</CheckboxField>
			{rename ? (
				<TextField
					name="name"
					label={t("moderation.newName")}
					hint={t("moderation.newNameHint")}
					value={name}
					onChange={setName}
					maxLength={30}
				/>
			) : null}
			{entry.picture ? (
				<CheckboxField name="picture" isSelected={removePicture} onChange={setRemovePicture}>
					{t("moderation.removePicture")}
				</CheckboxField>
			) : null}
		</ActionDialog>
	);
};
