import { previewGate, unlockPreview } from "@first-bounce/contract/calls";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { client } from "../../api/client.ts";
import { callKey } from "../../api/use-call.ts";
import { Button } from "../../components/button/button.tsx";
import { TextField } from "../../components/fields/text-field.tsx";
import { FormActions, FormCard } from "../../components/form-card/form-card.tsx";
import { useFormTask } from "../../components/form-card/use-form-task.ts";
import { problemWords } from "../../wording/problem.ts";

/** The way through the preview gate. */
export const PreviewPassword = ({ onBack }: { readonly onBack: () => void }) => {
	const { t } = useTranslation();
	const queries = useQueryClient();
	const [password, setPassword] = useState("");
	const [error, setError] = useState<string>();
	const task = useFormTask((failure) => setError(problemWords(failure, t)));
	const unlock = async () =>
		queries.setQueryData(callKey(previewGate, {}), await client(unlockPreview, { body: { password } }));
	return (
		<FormCard look="page" title={t("preview.title")} text={t("preview.text")} onSubmit={() => task.run(unlock)}>
			<TextField
				name="preview"
				type="password"
				label={t("preview.label")}
				value={password}
				onChange={(next) => {
					setPassword(next);
					setError(undefined);
				}}
				error={error}
			/>
			<FormActions>
				<Button look="main" type="submit" isPending={task.isRunning} isDisabled={password === ""}>
					{t("preview.submit")}
				</Button>
				<Button look="quiet" onPress={onBack}>
					{t("preview.back")}
				</Button>
			</FormActions>
		</FormCard>
	);
};
