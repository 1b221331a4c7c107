import { showPreviewGate, unlockPreview } from "@first-bounce/contract/site/preview";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { callKey, useCallMutation } from "../../api/use-call.ts";
import { isOwnPath } from "../../app/session/next-page.ts";
import { Button } from "../../components/button/button.tsx";
import { TextField } from "../../components/fields/text-field.tsx";
import { FormActions, FormCard } from "../../components/form-card/form-card.tsx";
import { getErrorMessage } from "../../i18n/error-message.ts";

export const PreviewPassword = ({ onBack }: { readonly onBack: () => void }) => {
	const { t } = useTranslation();
	const queryClient = useQueryClient();
	const [password, setPassword] = useState("");
	const unlock = useCallMutation(unlockPreview, {
		meta: { hasInlineError: true },
		onSuccess: (gate) => {
			// The server redirects here from the pages that it renders itself, with their URL in `next`.
			const next = new URLSearchParams(location.search).get("next");
			if (next && isOwnPath(next)) return location.replace(next);
			queryClient.setQueryData(callKey(showPreviewGate, {}), gate);
			// Refetches everything that was refused until now, such as the session.
			void queryClient.invalidateQueries({ predicate: ({ state }) => state.status === "error" });
		},
	});
	const submit = () => {
		if (!unlock.isPending) unlock.mutate({ body: { password } });
	};
	return (
		<FormCard variant="page" title={t("preview.title")} text={t("preview.text")} onSubmit={submit}>
			<TextField
				name="preview"
				type="password"
				label={t("preview.label")}
				value={password}
				onChange={(next) => {
					setPassword(next);
					unlock.reset();
				}}
				error={unlock.error ? getErrorMessage(unlock.error, t) : undefined}
			/>
			<FormActions>
				<Button variant="main" type="submit" isPending={unlock.isPending} isDisabled={password === ""}>
					{t("preview.submit")}
				</Button>
				<Button variant="quiet" onPress={onBack}>
					{t("preview.back")}
				</Button>
			</FormActions>
		</FormCard>
	);
};
