import { Component, type ReactNode } from "react";
import { sendErrorReport } from "../../reporting/report.ts";
import { OutdatedError } from "../../upgrade/load-chunk.ts";
import { BrokenScreen } from "./broken-screen.tsx";

interface Props {
	/** The page's path. Navigating to another one clears the error. */
	readonly path: string;
	readonly children: ReactNode;
}
interface State {
	readonly path: string;
	readonly error: unknown;
}

/** Catches an error of one screen, so that the menu stays usable. */
export class Boundary extends Component<Props, State> {
	override state: State = { path: this.props.path, error: null };

	static getDerivedStateFromError(error: unknown): Partial<State> {
		return { error };
	}

	static getDerivedStateFromProps({ path }: Props, state: State): State | null {
		return path === state.path ? null : { path, error: null };
	}

	override componentDidCatch(error: unknown): void {
		if (!(error instanceof OutdatedError)) sendErrorReport(error);
	}

	override render(): ReactNode {
		if (this.state.error === null) return this.props.children;
		return <BrokenScreen error={this.state.error} onRetry={() => this.setState({ error: null })} />;
	}
}
