import { useMutation } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Button } from "../../../components/button/button.tsx";
import { FormActions, FormCard } from "../../../components/form-card/form-card.tsx";
import { copyText } from "../../../components/share/share-channels.ts";
import styles from "./gate.module.css";

/** Shown only once, because the server stores only hashes. */
export const RecoveryCodes = ({
	codes,
	onDone,
}: {
	readonly codes: readonly string[];
	readonly onDone: () => void;
}) => {
	const { t } = useTranslation("operator");
	const copy = useMutation({ mutationFn: () => copyText(codes.join("\n")) });
	return (
		<FormCard variant="page" title={t("recovery.title")} text={t("recovery.text")}>
			<ul className={styles.codes}>
				{codes.map((code) => (
					<li key={code}>{code}</li>
				))}
			</ul>
			<FormActions>
				<Button variant="main" onPress={onDone}>
					{t("recovery.kept")}
				</Button>
				<Button isPending={copy.isPending} onPress={() => copy.mutate()}>
					{t("recovery.copy")}
				</Button>
			</FormActions>
		</FormCard>
	);
};
