/**
 * Messages about clusters that are read, their kubeconfigs and API servers. Each function returns the text of a result.
 */

export const READER_NEEDED = 'read-cluster.cjs must be in the folder of this program: it reads clusters';

/** `from`: where the path of the file is from: `$KUBECONFIG`, or kubectl's default. */
export function noKubeconfig(file: string, from: 'variable' | 'default'): string {
  return from === 'variable'
    ? `no kubeconfig found: $KUBECONFIG is ${file}, which does not exist`
    : `no kubeconfig found: $KUBECONFIG is not set, ${file} does not exist, and this is not a pod`;
}

export function kubeconfigUnreadable(file: string, reason: string): string {
  return `${file} cannot be read as a kubeconfig: ${reason}`;
}

/** Reason not to read a kubeconfig. `place`: line and column, or ''. */
export function kubeconfigNotYaml(place: string): string {
  return `not valid YAML${place}`;
}

/** Reason not to read a kubeconfig. */
export const UNEXPECTED_STRUCTURE = 'unexpected structure';

/** `origin`: kubeconfigs, as people know them. */
export function contextNeeded(origin: string): string {
  return `${origin} must have a current context`;
}

/** Names a context. Begins messages about it. */
export function contextName(context: string, origin: string): string {
  return `context "${context}" of ${origin}`;
}

/** Names a context that has a proxy. `context`: text of `contextName`. */
export function throughProxy(context: string): string {
  return `${context} through its proxy`;
}

/** `context`: text of `contextName`. */
export function noContext(context: string): string {
  return `${context} does not exist`;
}

/** `context`: text of `contextName`. */
export function clusterNeeded(context: string): string {
  return `${context} must name an existing cluster`;
}

/** `context`: text of `contextName`. `server`: without a password. */
export function serverUrlNeeded(context: string, server: string): string {
  return `${context} must name a server by an https URL, not "${server}"`;
}

/** `context`: text of `contextName`. */
export function tlsNeeded(context: string): string {
  return `${context} names a server without TLS: \`insecure-skip-tls-verify\` must be true`;
}

/** `context`: text of `contextName`. */
export function userNeeded(context: string): string {
  return `${context} must name an existing user`;
}

/** `context`: text of `contextName`. */
export function foreignProgram(context: string): string {
  return `${context} has a user with \`exec\`, and programs are run only for your own kubeconfig: name the context with \`--context\`, or leave out \`kubeconfig\` and set $KUBECONFIG`;
}

/** `context`: text of `contextName`. `provider`: its name. */
export function unsupportedProvider(context: string, provider: string): string {
  return `${context} has a user with the unsupported auth-provider ${JSON.stringify(provider)}: use a token or \`exec\``;
}

/** `context`: text of `contextName`. `reason`: a reason of this file. */
export function requestFailed(url: string, context: string, reason: string): string {
  return `GET ${url}, ${context}: ${reason}`;
}

/** Reason for a failed request. */
export function noCredentials(reason: string): string {
  return `cannot get credentials: ${reason}`;
}

/** Reason for missing credentials. */
export function programHangs(program: string, seconds: number): string {
  return `${program} did not finish within ${seconds} s`;
}

/** Reason for missing credentials. `end`: exit code or signal. `error`: what the program printed. */
export function programFailed(program: string, end: string, error: string): string {
  return `${program} exited with ${end}: ${error}`;
}

/** Reason for missing credentials. */
export function credentialNeeded(program: string): string {
  return `${program} must print an ExecCredential with a token or a certificate`;
}

/** Reason for a failed request. `answer`: message of the server. */
export function notAuthenticated(answer: string): string {
  return `not authenticated: ${answer}`;
}

/** Reason for a failed request. */
export function readingTooLarge(most: number, unit: 'requests' | 's' | 'MB'): string {
  return `reading the cluster must take at most ${most} ${unit}: check the server, or read a folder with \`krm-variants run --objects\``;
}

/** Reason for a failed request. */
export function noResponse(seconds: number): string {
  return `no response within ${seconds} s`;
}

/** Reason for a failed request. `most`: megabytes. */
export function responseTooLarge(most: number): string {
  return `the response must have at most ${most} MB`;
}

/** Reason for a failed request. */
export const RESPONSE_NOT_UTF8 = 'the response must be UTF-8';

/** Reason for a failed request. */
export const API_SERVER_NEEDED = 'the response must come from an API server';

/** Reason for a failed request. */
export const PAGES_IN_CIRCLE = 'the pages of the list must not form a cycle';

/** Reason for a failed request. `answer`: message of the server. */
export function unexpectedStatus(status: number, answer: string): string {
  return `unexpected status ${status}: ${answer}`;
}

/** Stands for the message of a server that has none. */
export function statusOnly(status: number): string {
  return `status ${status}`;
}

/** Reason for a failed request. `code`: of the system. */
export function certificateNotTrusted(code: string): string {
  return `the server's certificate is not trusted (${code})`;
}

/** Reason for a failed request. `status`: as the proxy has it. */
export function proxyFailed(status: string): string {
  return `the proxy responded with status ${status}`;
}

/** Reason for a failed request. `code`: of the system. */
export function connectionFailed(code: string): string {
  return `the connection failed (${code})`;
}

/** Kind of objects that are asked for. */
interface Kind {
  readonly apiVersion: string;
  readonly kind: string;
}

/** Is about a cluster. */
export function unknownKind({ apiVersion, kind }: Kind): string {
  return `the cluster has no kind ${kind} of ${apiVersion}`;
}

/** Is about a cluster. */
export function notStored({ apiVersion, kind }: Kind): string {
  return `the cluster does not store objects of kind ${kind} of ${apiVersion}`;
}

/** Is about a cluster. `answer`: message of the server. */
export function notAllowedToRead({ apiVersion, kind }: Kind, answer: string): string {
  return `not allowed to read ${kind} of ${apiVersion}: ${answer}`;
}
