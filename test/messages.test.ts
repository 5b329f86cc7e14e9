import * as blame from '../src/messages/blame.ts';
import * as cluster from '../src/messages/cluster.ts';
import * as functionOutput from '../src/messages/function-output.ts';
import * as git from '../src/messages/git.ts';
import * as inputs from '../src/messages/inputs.ts';
import * as install from '../src/messages/install.ts';
import * as mergeDriver from '../src/messages/merge-driver.ts';
import * as programs from '../src/messages/programs.ts';
import * as reading from '../src/messages/reading.ts';
import * as rendering from '../src/messages/rendering.ts';
import * as saving from '../src/messages/saving.ts';
import * as updates from '../src/messages/updates.ts';
import * as upstreams from '../src/messages/upstreams.ts';
import * as writing from '../src/messages/writing.ts';
import { testMessages, type Cases, type Topic } from './support/message-cases.ts';

const BLAME: Cases<typeof blame> = {
  IN_PACKAGE: 'must be a file or a folder of a package',
  notInPackage: [
    [['xyz', ['web.yaml']], 'must be a file of the package'],
    [['wbe.yaml', ['web.yaml']], 'must be a file of the package; did you mean "web.yaml"?'],
  ],
  noLine: [[[9], 'has no line 9']],
  NOT_TEXT: 'is not text, and has no lines',
};

const CONTEXT = 'context "oslo" of kubeconfig';
const DEPLOYMENT = { apiVersion: 'apps/v1', kind: 'Deployment' };

const CLUSTER: Cases<typeof cluster> = {
  READER_NEEDED: 'read-cluster.cjs must be in the folder of this program: it reads clusters',
  noKubeconfig: [
    [['/shop/config', 'variable'], 'no kubeconfig found: $KUBECONFIG is /shop/config, which does not exist'],
    [
      ['~/.kube/config', 'default'],
      'no kubeconfig found: $KUBECONFIG is not set, ~/.kube/config does not exist, and this is not a pod',
    ],
  ],
  kubeconfigUnreadable: [[['config', 'is a folder'], 'config cannot be read as a kubeconfig: is a folder']],
  kubeconfigNotYaml: [
    [[''], 'not valid YAML'],
    [[' (2:1)'], 'not valid YAML (2:1)'],
  ],
  UNEXPECTED_STRUCTURE: 'unexpected structure',
  contextNeeded: [[['the service account'], 'the service account must have a current context']],
  contextName: [[['oslo', 'kubeconfig'], CONTEXT]],
  throughProxy: [[[CONTEXT], 'context "oslo" of kubeconfig through its proxy']],
  noContext: [[[CONTEXT], 'context "oslo" of kubeconfig does not exist']],
  clusterNeeded: [[[CONTEXT], 'context "oslo" of kubeconfig must name an existing cluster']],
  serverUrlNeeded: [
    [[CONTEXT, 'ftp://x'], 'context "oslo" of kubeconfig must name a server by an https URL, not "ftp://x"'],
  ],
  tlsNeeded: [
    [[CONTEXT], 'context "oslo" of kubeconfig names a server without TLS: `insecure-skip-tls-verify` must be true'],
  ],
  userNeeded: [[[CONTEXT], 'context "oslo" of kubeconfig must name an existing user']],
  foreignProgram: [
    [
      [CONTEXT],
      'context "oslo" of kubeconfig has a user with `exec`, and programs are run only for your own kubeconfig: name the context with `--context`, or leave out `kubeconfig` and set $KUBECONFIG',
    ],
  ],
  unsupportedProvider: [
    [
      [CONTEXT, 'gcp'],
      'context "oslo" of kubeconfig has a user with the unsupported auth-provider "gcp": use a token or `exec`',
    ],
  ],
  requestFailed: [
    [
      ['https://oslo.example.com/apis', CONTEXT, 'no response within 5 s'],
      'GET https://oslo.example.com/apis, context "oslo" of kubeconfig: no response within 5 s',
    ],
  ],
  noCredentials: [[['token: does not exist'], 'cannot get credentials: token: does not exist']],
  programHangs: [[['login', 5], 'login did not finish within 5 s']],
  programFailed: [[['login', '1', 'no session'], 'login exited with 1: no session']],
  credentialNeeded: [[['login'], 'login must print an ExecCredential with a token or a certificate']],
  notAuthenticated: [[['Unauthorized'], 'not authenticated: Unauthorized']],
  readingTooLarge: [
    [
      [1000, 'requests'],
      'reading the cluster must take at most 1000 requests: check the server, or read a folder with `krm-variants run --objects`',
    ],
    [
      [50, 's'],
      'reading the cluster must take at most 50 s: check the server, or read a folder with `krm-variants run --objects`',
    ],
  ],
  noResponse: [[[5], 'no response within 5 s']],
  responseTooLarge: [[[256], 'the response must have at most 256 MB']],
  RESPONSE_NOT_UTF8: 'the response must be UTF-8',
  API_SERVER_NEEDED: 'the response must come from an API server',
  PAGES_IN_CIRCLE: 'the pages of the list must not form a cycle',
  unexpectedStatus: [[[500, 'etcd failed'], 'unexpected status 500: etcd failed']],
  statusOnly: [[[500], 'status 500']],
  certificateNotTrusted: [[['CERT_HAS_EXPIRED'], "the server's certificate is not trusted (CERT_HAS_EXPIRED)"]],
  proxyFailed: [[['502'], 'the proxy responded with status 502']],
  connectionFailed: [[['EX'], 'the connection failed (EX)']],
  unknownKind: [[[DEPLOYMENT], 'the cluster has no kind Deployment of apps/v1']],
  notStored: [[[DEPLOYMENT], 'the cluster does not store objects of kind Deployment of apps/v1']],
  notAllowedToRead: [[[DEPLOYMENT, 'forbidden'], 'not allowed to read Deployment of apps/v1: forbidden']],
};

const FUNCTION_OUTPUT: Cases<typeof functionOutput> = {
  NOTHING_PRINTED: 'nothing; with `--allow-delete-all`, that counts as a list without items',
  OTHER_PRINTED: 'something other than one ResourceList',
  unreadableList: [[['a key must not occur twice'], 'a ResourceList that cannot be read: a key must not occur twice']],
  listNeeded: [[['set-labels', 'nothing'], '"set-labels" must print a ResourceList, but printed nothing']],
  resultsInvalid: [
    [['set-labels', 'must be a list'], '"set-labels" printed invalid results: `results` must be a list'],
  ],
  RESULTS_NO_LIST: 'must be a list',
  resultInvalid: [
    [
      [2, ['error', 'info']],
      'must have a string `message`, a `severity` of error, info and a numeric `file.index`, and maps of `resourceRef`, `field`, `file` and `tags`: result 2 does not',
    ],
  ],
  tookTooLong: [
    [
      ['set-labels', '5m'],
      '"set-labels" took longer than 5m and was stopped: raise the limit with `--function-timeout`',
    ],
  ],
  endedWith: [
    [['set-labels', 'exit code 1', true], '"set-labels" ended with exit code 1'],
    [['set-labels', 'exit code 1', false], '"set-labels" ended with exit code 1 and printed no ResourceList'],
  ],
  outputNotUtf8: [
    [['set-labels', 'byte 0xff at offset 7'], 'the output of "set-labels" must be UTF-8: byte 0xff at offset 7'],
  ],
  itemWrong: [[['set-labels', 3, 'is wrong'], 'item 3 of the output of "set-labels" is wrong']],
  ITEM_NO_RESOURCE: 'must be a resource, with `apiVersion`, `kind` and `metadata.name`',
  ITEM_NO_ANNOTATIONS: 'must have a map of `metadata.annotations`, or none',
  ITEM_UNKNOWN_ID: 'must not have the id of a resource that the function was not given',
  ITEM_OTHER_ID: 'has the id of another item: it was matched by its path, index and name',
  ITEM_NOT_EDITED: 'could not be edited to have the data that the function printed',
  indexNoNumber: [[['example.com/index', '"a"'], '`example.com/index` must be a number, not "a"']],
  annotationsDiffer: [
    [
      [
        ['example.com/path', 'example.com/old-path'],
        ['a.yaml', 'b.yaml'],
      ],
      '`example.com/path` and `example.com/old-path` must be equal: ["a.yaml","b.yaml"]',
    ],
  ],
  outsideFolder: [[['new resource', '../a.yaml'], 'new resource must be in a file of the folder, not in "../a.yaml"']],
  outsidePackage: [
    [['new resource', '../a.yaml'], 'new resource must be in a file of its package, not in "../a.yaml"'],
  ],
  placeOfOther: [
    [
      ['new resource', 'a.yaml', 1],
      'new resource must have another path or index: "a.yaml" (document 1) is another resource',
    ],
  ],
  placeTwice: [[['new resource'], 'new resource must have another path or index: another resource has the same']],
  inputEmptied: [
    [['set-labels'], '"set-labels" removed all of its resources: to allow that, pass `--allow-delete-all`'],
  ],
  PACKAGE_EMPTIED:
    'removed all of its resources: a function must not empty its package; to allow that, pass `--allow-delete-all`',
  ROOT_KPTFILE_REMOVED: 'removed the Kptfile of the root package: to allow that, pass `--allow-delete-all`',
};

const REPOSITORY = 'https://git.example.com/blueprints.git';
const COMMIT = '4d2a61c9b0f34d2a61c9b0f34d2a61c9b0f34d2a';

const GIT: Cases<typeof git> = {
  GIT_NEEDED: 'git must be installed, and on the PATH',
  CALL_FOLDER_NEEDED: 'must exist',
  gitFailed: [[['fetch', 'not our ref'], 'git fetch failed: not our ref']],
  IDENTITY_NEEDED:
    'git must know who you are: run `git config --global user.name "YOUR NAME"` and `git config --global user.email YOU@EXAMPLE.COM`',
  lockedByOther: [
    [
      ["Unable to create '/shop/.git/index.lock': File exists"],
      "Unable to create '/shop/.git/index.lock': File exists: another git process seems to be running: wait for it, or remove this file if there is none",
    ],
  ],
  NO_REASON: 'it printed no reason',
  printedTooMuch: [[['cat-file', 1024], 'git cat-file must print at most 1024 bytes']],
  cacheUnusable: [
    [
      ['access is denied'],
      'access is denied: repositories are cached there; to cache them elsewhere, set `XDG_CACHE_HOME` to a folder',
    ],
  ],
  notCached: [
    [['repository', REPOSITORY, '--fetch'], `${REPOSITORY} must be in the cache: add \`--fetch\``],
    [
      ['references', REPOSITORY, undefined],
      `the references of ${REPOSITORY} must be in the cache with \`--offline\`: run this once without it`,
    ],
    [
      ['files', REPOSITORY, undefined],
      `some files of this commit of ${REPOSITORY} must be in the cache with \`--offline\`: run this once without it`,
    ],
    [
      [{ branch: 'main' }, REPOSITORY, '--fetch'],
      `the branch main of ${REPOSITORY} must be in the cache: add \`--fetch\``,
    ],
    [
      [{ commit: COMMIT }, REPOSITORY, '--fetch'],
      `commit ${COMMIT} of ${REPOSITORY} must be in the cache: add \`--fetch\``,
    ],
  ],
  branchNeeded: [[[REPOSITORY, 'main'], `${REPOSITORY} must have the branch main: push a first commit to it`]],
  noDefaultBranch: [
    [[REPOSITORY, 'address'], `${REPOSITORY} has no default branch: name a tag, a branch or a commit after "@"`],
    [[REPOSITORY, 'Repository'], `${REPOSITORY} has no default branch: set \`spec.git.branch\` of its Repository`],
  ],
  unknownRevision: [
    [['xyz', REPOSITORY, ['main']], `"xyz" must be a tag, a branch or a commit of ${REPOSITORY}`],
    [
      ['mian', REPOSITORY, ['main']],
      `"mian" must be a tag, a branch or a commit of ${REPOSITORY}; did you mean "main"?`,
    ],
  ],
  noCommit: [[[REPOSITORY, COMMIT], `${REPOSITORY} has no commit ${COMMIT}`]],
  noFile: [[[COMMIT], `the repository lacks the file with id ${COMMIT}`]],
  repositoryNeeded: [[['shop'], '"shop" must be a git repository']],
  partialClone: [[['shop'], '"shop" is a partial clone that lacks files of this commit: fetch them there']],
  repositoryUnreadable: [
    [
      [REPOSITORY, 'git fetch failed: no such host', 'check the URL'],
      `${REPOSITORY} cannot be read: git fetch failed: no such host; check the URL`,
    ],
  ],
  accessAdvice: [
    [['git ls-remote x', undefined, []], 'check the URL and your access, as with `git ls-remote x`'],
    [
      ['git ls-remote x', '/shop', [{ name: 'proxy', origin: 'https://git.example.com' }]],
      'check the URL and your access, as with `git ls-remote x` in /shop; the setting `http.proxy` of this git repository does not count, since it names no URL: set `http.https://git.example.com/.proxy`',
    ],
  ],
  redirectedAway: [
    [
      [REPOSITORY, 'https://other.example.com'],
      `${REPOSITORY} redirects to https://other.example.com, on another host or without encryption: use this address if you trust it`,
    ],
  ],
  redirectedToOther: [
    [
      [REPOSITORY, 'https://git.example.com/login'],
      `${REPOSITORY} redirects to https://git.example.com/login, which is not a git repository`,
    ],
  ],
  notARepository: [
    [
      ['-x'],
      'a git repository must be https://HOST/PATH, ssh://HOST/PATH, git@HOST:PATH, file:///PATH or a path, not "-x"',
    ],
  ],
  portNoNumber: [
    [
      ['https://host:a/b'],
      'the port of a git repository must be a number, unlike that of "https://host:a/b": if its password has a slash, write `%2F` for it',
    ],
  ],
  PATH_REPEATED: 'is twice in its folder; nothing was written',
  unsafePart: [[['..'], 'must not have ".." in its path; nothing was written']],
  STORED_NAME_NOT_UTF8: 'the name must be UTF-8; nothing was written',
  revisionNeeded: [[['v9'], '"v9" must be a revision of this git repository']],
  revisionFolderNeeded: [[['shop'], '"shop" must be a folder of this revision']],
  REVISION_OUTSIDE:
    'must be an existing folder, or REV:PATH in the git repository of the current folder, which is in none: run the command in the repository, or name a folder',
  convertedLeftOut: [[['filter=lfs'], 'is left out: git converts it (`filter=lfs`), and a `.krmignore` names it']],
  converted: [
    [
      ['filter=crypt', 'secret.yaml -filter'],
      'must not have the git attribute `filter=crypt`, since a copy is made without the filters and encodings of git: to copy the file as it is, add the line `secret.yaml -filter` to the `.gitattributes` of its folder; to leave it out, add it to the `.krmignore` of its package',
    ],
  ],
};

const INPUTS: Cases<typeof inputs> = {
  noResourceInFolder: [
    [
      ['shop'],
      'no resource in "shop": looked for `apiVersion`, `kind` and `metadata.name` in its Kptfile and .yaml, .yml and .json files',
    ],
  ],
  noResourceInFile: [
    [['web.yaml'], 'no resource in "web.yaml": one must have `apiVersion`, `kind` and `metadata.name`'],
  ],
  NO_RESOURCE_ON_STDIN: 'no resource on standard input: one must have `apiVersion`, `kind` and `metadata.name`',
  NO_RESOURCE: 'the inputs hold no resource: check their paths, or pass `--allow-empty` if there may be none',
  streamEmpty: [
    [
      ['standard input'],
      'standard input is empty, so there is nothing to work on: check the command that writes to it',
    ],
  ],
  repeatedInSet: [
    [
      ['web.yaml'],
      'duplicate of a resource in web.yaml: files that are named together are one set, in which kind, namespace and name must be unique',
    ],
  ],
  configurationRepeated: [[['oslo', 2], 'must have exactly one configuration with the name "oslo", not 2']],
  noConfiguration: [
    [['oslo', ['bergen', 'bodo']], 'has no configuration with the name "oslo": use "bergen" or "bodo"'],
  ],
  oneConfigurationNeeded: [
    [[[]], 'the file of a function config must have exactly one document, not 0'],
    [
      [['oslo', 'bergen']],
      'the file of a function config must have exactly one document, not 2: add `#NAME` to the path, where NAME is "oslo" or "bergen"',
    ],
  ],
  POLICY_NEEDED: 'must have a policy, but has no resource',
  noPolicy: [[['oslo', ['bergen', 'bodo']], 'has no policy with the name "oslo": there is "bergen" or "bodo"']],
  OBJECTS_NEEDED: 'must have objects of a cluster, but has no resource',
  GIVE_POLICY: 'give one with `--policy FILE`, or add it to the input',
  GIVE_POLICY_BESIDE:
    'policies in files apply only to the files named with them; for a folder, give them with `--policy FILE`',
  policyUnread: [
    [[undefined, 'set-labels does'], 'no function that was run reads this policy: set-labels does'],
    [['set-labels', 'it reads ConfigMap'], 'set-labels does not read this policy: it reads ConfigMap'],
  ],
  ONLY_POLICY: 'the policy of `--fn-config` is the only one',
  POLICY_IGNORED: 'this policy is not read: the policy of `--fn-config` is the only one',
  POLICY_OF_MERGE: 'give it to `krm-variants merge`',
  POLICY_IS_CONFIGURATION: 'give it with `--fn-config FILE`',
  policyOfOthers: [[[['apply-override-policy', 'apply-setters']], 'apply-override-policy or apply-setters does']],
  kindsRead: [
    [['Service', ['OverridePolicy', 'ConfigMap'], false], 'it reads OverridePolicy or ConfigMap'],
    [['OveridePolicy', ['OverridePolicy'], true], 'it reads OverridePolicy; did you mean "OverridePolicy"?'],
    [['Cluster', ['OverridePolicy'], true], 'it reads OverridePolicy; objects of a cluster need `--objects DIR`'],
  ],
  objectsUnread: [
    [
      ['--objects clusters'],
      'no function that was run reads objects of a cluster, so `--objects clusters` has no effect',
    ],
  ],
  noResourceMatches: [
    [
      ['match', '--match-kind Servce', '; did you mean "Service"?'],
      'no resource matches `--match-kind Servce`, so the function gets none; did you mean "Service"?',
    ],
    [['exclude', '--exclude-kind Servce', ''], 'no resource matches `--exclude-kind Servce`, so nothing is excluded'],
  ],
  noPackageMatches: [
    [[1, ''], 'no package is as `--where` asks for, of 1 package'],
    [[2, '; x'], 'no package is as `--where` asks for, of 2 packages; x'],
  ],
};

const INSTALL: Cases<typeof install> = {
  linked: [[[['a', 'b'], '/opt/krm', '/bin'], '2 names linked to "/opt/krm" in "/bin": a, b']],
  linkedAlready: [[[['a'], '/opt/krm'], '1 name linked to "/opt/krm" already: a']],
  folderNotOnPath: [[['/bin'], '"/bin" must be on the PATH, so that pipelines find the functions']],
  PROGRAM_NOT_CALLABLE: 'must be executable, and begin with #!: nothing was linked',
  LINK_REFUSED:
    'only an administrator, or any user in Developer Mode, can create symbolic links on Windows; nothing was linked',
  FOLDER_IN_PLACE: 'is a folder; nothing was linked',
  FILE_IN_PLACE: 'already exists, and is not a link to this program; nothing was linked: pass `--force` to replace it',
};

const MERGE_DRIVER: Cases<typeof mergeDriver> = {
  DRIVER_UNUSED: 'nothing to undo: git does not use the merge driver',
  DRIVER_USED: 'git uses the merge driver already',
  WORK_TREE_NEEDED: 'the current folder must be in the work tree of a git repository: change to one, or use `--global`',
  renamesFollowed: [
    [
      ['merge.renames', 'true', 'false'],
      'merge.renames is true: set it to false, or a merge can put an edit into an equal file of another variant',
    ],
  ],
  renamesIgnored: [
    [
      ['merge.renames', 'false'],
      "set merge.renames to false in git's configuration (--local): otherwise, a merge can put an edit into an equal file of another variant",
    ],
  ],
  settingSet: [[['merge.krm.name', '--global'], "set merge.krm.name in git's configuration (--global)"]],
  settingRemoved: [[['merge.krm', '--local'], "removed merge.krm from git's configuration (--local)"]],
  attributesChanged: [
    [
      ['added', 'krm', ['*.yaml', 'Kptfile'], '.gitattributes'],
      'added "merge=krm" for *.yaml, Kptfile in .gitattributes',
    ],
  ],
  calledByGitOnly: [
    [
      [[]],
      'the merge driver must be called as git does it: `krm-variants merge-driver %O %A %B %L %P [%S %X %Y]`, not with no arguments',
    ],
    [
      [['a', 'b']],
      'the merge driver must be called as git does it: `krm-variants merge-driver %O %A %B %L %P [%S %X %Y]`, not with "a b"',
    ],
  ],
  markerSizeNeeded: [[['x'], 'the size of a marker (%L) must be a number from 1 to 9999, not "x"']],
  LOCKS_JOINED: 'has the locks of both sides, which both applied: run `krm-variants fleet apply` to settle it',
};

const RUNTIMES = ['docker', 'podman'];

const PROGRAMS: Cases<typeof programs> = {
  WASM_UNSUPPORTED: 'a WebAssembly module cannot be called: use the program or the image of the function',
  runNoFunction: [
    [
      ['; did you mean "set-labels"?'],
      '`krm-variants run` works on folders and files, and is not a function itself; did you mean "set-labels"?',
    ],
  ],
  EXEC_NOT_ALLOWED: 'must run with `--allow-exec` option to allow running function binaries',
  noFunctionCalled: [
    [
      ['set-lables', '; did you mean "set-labels"?'],
      'no function is called "set-lables"; did you mean "set-labels"? To run a program of this machine, use `--allow-exec`',
    ],
  ],
  containersNotAllowed: [
    [
      [''],
      'must run without `--allow-containers false` to allow running functions in images that are not part of this program',
    ],
    [
      ['; did you mean v1?'],
      'must run without `--allow-containers false` to allow running functions in images that are not part of this program; did you mean v1?',
    ],
  ],
  notACommand: [[['it must not contain NUL'], 'must be a command: it must not contain NUL']],
  NUL_IN_COMMAND: 'it must not contain NUL',
  NO_PROGRAM: 'it must begin with a program',
  BACKSLASH_AT_END: 'a character must follow its last backslash',
  quoteOpen: [[['"a b'], 'the quote must be closed: "a b']],
  IMAGE_NAME_NEEDED: 'must be the name of an image, such as registry.example/path/name:v1.2.3',
  TAG_NEEDED:
    'must be a single tag, such as v1.2.3: a range is supported only for functions of this program, since the registry is not searched',
  unknownRuntime: [[['KRM_FN_RUNTIME', RUNTIMES, 'rkt'], '`KRM_FN_RUNTIME` must be docker or podman, not "rkt"']],
  noRuntime: [
    [
      ['it fails', RUNTIMES],
      'it fails; functions in images require docker or podman: start or install one, and name it in `KRM_FN_RUNTIME`',
    ],
  ],
  runtimeNeeded: [
    [[['x/a:v1']], ''],
    [[['x/a:v1', 'x/b:v2']], '; these images of the package need it: x/a:v1, x/b:v2'],
  ],
  comparedTags: [
    [
      ['ghcr.io/kptdev/krm-functions-catalog/set-labels', ['v0.2', 'v0.2.1']],
      '; without a container, this program runs ghcr.io/kptdev/krm-functions-catalog/set-labels with the tag v0.2 or v0.2.1',
    ],
  ],
  runtimeHangs: [[['docker', 30], '`docker version` did not finish within 30 s']],
  runtimeFails: [[['docker', 'exit code 1'], '`docker version` failed: exit code 1']],
  dockerOutdated: [[['19.3.0'], 'docker must be at least 20.10.0, not "19.3.0"']],
  containerLeft: [
    [['docker', 'krm-variants-1'], 'the container could not be removed: docker rm --force krm-variants-1'],
  ],
  outputTooLong: [[['set-labels', 1024], 'the output of "set-labels" must be at most 1024 bytes']],
  cannotStart: [[['set-labels', 'it must be on the PATH'], '"set-labels" cannot be started: it must be on the PATH']],
  EXECUTABLE_NEEDED: 'it must be an executable file: see chmod +x',
  WINDOWS_PROGRAM_NEEDED:
    'on Windows, it must be an .exe file: name the program that runs it, as in `bash ./fn.sh` or `cmd /c fn.cmd`',
  INTERPRETER_NEEDED: 'the interpreter that its first line names must exist',
  PATH_THROUGH_FILE: 'a part of its path is not a folder',
  ARGUMENTS_TOO_LONG: 'its arguments must be shorter',
  NUL_IN_ARGUMENT: 'a command must not contain a NUL character',
  NOT_ON_PATH: 'it must be on the PATH',
  noSuchProgram: [
    [[true], 'there is no such file'],
    [[false], 'there is no such file: as in kpt, its path is relative to the folder in which the command is called'],
  ],
};

const READING: Cases<typeof reading> = {
  FOLDER_NEEDED: 'must be a folder',
  NO_PACKAGE_INSIDE: 'must hold a package: a folder with a Kptfile',
  UTF8_NEEDED: 'must be UTF-8',
  notYaml: [[['a key must not occur twice'], 'must be YAML: a key must not occur twice']],
  EXCLUDE_FILES:
    'to exclude files, list them in a .krmignore, or pass `--exclude GLOB`; with `--skip-invalid`, files that are not YAML are skipped',
  CHART_TEMPLATES:
    'the templates of a Helm chart are not resources: pass the output of `helm template` instead, or exclude the chart',
  NAME_NOT_UTF8: 'the name must be UTF-8: rename the file or folder, or exclude it in .krmignore',
  notRead: [
    [
      [[]],
      'is not read; links are not followed, and only names that end in .yaml, .yml or .json in lower case, and Kptfile, are read: replace, rename or exclude it',
    ],
    [
      [['b.YAML', 'c.YAML']],
      'is not read, nor 2 others: b.YAML, c.YAML; links are not followed, and only names that end in .yaml, .yml or .json in lower case, and Kptfile, are read: replace, rename or exclude it',
    ],
  ],
  skipped: [
    [['nodeModules'], 'skipped: `node_modules` is not part of a package'],
    [['special'], 'skipped: symbolic links and devices are not read'],
    [['link'], 'skipped: a symbolic link is not copied'],
    [['submodule'], 'skipped: a submodule is not fetched'],
    [['hidden'], 'skipped: a .krmignore hides this package'],
    [
      ['wrongCase'],
      'skipped: only names that end in .yaml, .yml or .json in lower case, and Kptfile, are read: rename the file',
    ],
    [['temporaryFile'], 'skipped: temporary file of a killed run; safe to remove'],
    [['temporaryFolder'], 'skipped: temporary folder of a killed run; safe to remove'],
  ],
  ARRAY_OF_RESOURCES:
    'an array of resources is not read; kubectl refuses it, too: write a `List` with the resources as its `items`, or a stream of documents',
  notAResource: [
    [[undefined, ''], 'skipped: a KRM resource must have `apiVersion`, `kind` and `metadata.name`'],
    [
      ['items[0]', ': `kind` must be a string, so quote it'],
      'skipped `items[0]`: a KRM resource must have `apiVersion`, `kind` and `metadata.name`: `kind` must be a string, so quote it',
    ],
  ],
  quoteField: [[['kind'], ': `kind` must be a string, so quote it']],
  addName: [
    [['OverridePolicy', true], ': without a name, no function reads this OverridePolicy'],
    [['Service', false], ': without a name, functions do not get this Service; add one, or exclude the file'],
  ],
  joinedDocuments: [
    [['key `kind` is there twice'], 'key `kind` is there twice; is `---` missing between two resources?'],
  ],
  exclusionUnused: [[['*.yml'], '`--exclude *.yml` has no effect: it matches no file or folder of the input']],
  baseFieldsRefused: [
    [
      [[{ field: 'pipelines', path: 'Kptfile' }]],
      'the version that it came from has fields that kpt refuses, and that had no effect: `pipelines` of Kptfile',
    ],
  ],
  CORRECT_FIELDS:
    'kpt refuses a package with such fields: correct them where they come from, or pass `--allow-unknown-fields` to write them',
};

const RENDERING: Cases<typeof rendering> = {
  VERSIONS_UNRENDERED: 'the versions are not rendered, since the package is not',
  versionsNotRendered: [
    [['it fails'], 'the versions are not rendered, so output of the pipeline counts as local edits: it fails'],
  ],
  WRITTEN_BEFORE_FAILURE:
    'the package is written as it was before the function that failed, as its annotation `kpt.dev/save-on-render-failure` asks for',
  functionSkipped: [[['set-labels'], 'was false for the items of "set-labels", so it did not run']],
  RENDERED_UNCERTAIN:
    'whether the package is rendered is not certain: pass `--render` if it is, or `--no-render` if it is not',
  mergedNotRendered: [
    [
      ['it fails'],
      'the merged package is not rendered: it fails; to see what the pipeline changes, run `krm-variants render --dry-run --diff`',
    ],
  ],
  editsOverwritten: [
    [[['a.yaml', 'b.yaml']], 'that would overwrite local edits in a.yaml, b.yaml'],
    [[['a', 'b', 'c', 'd']], 'that would overwrite local edits in a, b, c and 1 more'],
  ],
  OUTPUT_CHANGES_AGAIN: 'a second run of the pipeline changes its own output',
  finishedNotRendered: [[['shop'], 'the merged package is not rendered: run `krm-variants render shop`']],
  renderingRequired: [
    [['it fails'], '`--render` must run the pipeline, but cannot: it fails; correct this, or pass `--no-render`'],
  ],
  otherFunctions: [
    [
      [['example.com/one:v1', 'two']],
      'the pipeline needs other programs or images, "example.com/one:v1", "two": to call them, pass `--render`',
    ],
  ],
  pipelineNotRun: [[['it fails'], 'the pipeline was not run, so that its lines are shown as unknown: it fails']],
  packageNeeded: [
    [[], 'must be a package: a folder with a Kptfile'],
    [[1], 'must be a package: a folder with a Kptfile; to render the 1 package in it, pass `--all`'],
    [[2], 'must be a package: a folder with a Kptfile; to render the 2 packages in it, pass `--all`'],
  ],
  KPTFILE_UNREAD:
    'a file named Kptfile must begin with a resource of kind Kptfile (kpt.dev/v1) that has `metadata.name`',
  processEnded: [
    [
      ['ended with 137'],
      'its process ended with 137, as happens if memory runs out: render the package again, with a smaller `--jobs`',
    ],
  ],
  WARNING_IS_ERROR: 'with `--strict`, a warning is an error',
  stepName: [
    [['set-labels', 'pipeline.mutators[0]', ''], '"set-labels" (`pipeline.mutators[0]`) of the root package'],
    [['set-labels', 'pipeline.mutators[0]', 'db'], '"set-labels" (`pipeline.mutators[0]`) of package "db"'],
  ],
  stepFailed: [[['"set-labels"'], '"set-labels" failed']],
  stepFailedAmong: [
    [['"set-labels"', 1, false], '"set-labels" failed: nothing was written'],
    [['"set-labels"', 2, true], '"set-labels" (one of 2 packages) failed: only the status was written'],
  ],
};

const SAVING: Cases<typeof saving> = {
  functionSaved: [[['set-labels'], 'is "set-labels", saved by `--save`']],
  entrySaved: [[['added'], 'added by `--save`']],
  PACKAGE_TO_SAVE_NEEDED: '`--save` requires a package: a folder with a Kptfile',
  configurationOutside: [
    [['../labels.yaml'], '`--save` requires a configuration in the package: "../labels.yaml" is outside of it'],
  ],
};

const UPDATES: Cases<typeof updates> = {
  MARKERS_NEED_GIT:
    'must be in a work tree of git for `--markers`, which keeps there what it needs to undo the update: run `git init`, or decide the conflicts with `--take`',
  PASS_MARKERS: 'pass `--markers` to edit the conflicts in the files',
  editMarkers: [
    [
      [undefined],
      'edit the lines between the markers, then run `krm-variants update --continue`, or `krm-variants update --abort` to undo the update',
    ],
    [
      ['shop'],
      'edit the lines between the markers, then run `krm-variants update shop --continue`, or `krm-variants update shop --abort` to undo the update',
    ],
  ],
  markerLeft: [
    [
      [['"<<<<<<<"', '">>>>>>>"']],
      'must have no marker of a conflict: keep the lines that you want, and remove the lines "<<<<<<<", ">>>>>>>"',
    ],
  ],
  filesUncommitted: [
    [
      [['web.yaml']],
      'must have no changes that are not committed, but has web.yaml: commit them, or add `--allow-dirty`',
    ],
  ],
  filesUntracked: [
    [
      [['web.yaml']],
      'must have in git all files that the update changes or removes, but git does not track web.yaml: commit them with `git add --force`, move them elsewhere, or add `--allow-dirty`',
    ],
  ],
  FAST_FORWARD_EDITED:
    'was changed locally, which the update strategy fast-forward does not allow: use another `--strategy`, such as resource-merge',
  updateUnfinished: [
    [
      ['shop'],
      'has an update that is not finished: run `krm-variants update shop --continue` or, to undo it, `--abort`',
    ],
  ],
  NO_UPDATE: 'has no unfinished update: only one with `--markers` is finished or undone',
  updateElsewhere: [[['shop'], 'has no unfinished update: shop has the one of this work tree']],
  UPDATE_STATE_DAMAGED: 'the state of an update must be as it was written: remove this file',
  UPDATE_INTERRUPTED:
    'has an update that was interrupted while it wrote files: undo it with `krm-variants update --abort`, then update again',
  UPDATE_UNDONE:
    'must have changes of the update to finish it, but all files are as before: end it with `krm-variants update --abort`, then update again',
  FILE_AS_BEFORE: 'is as before the update',
  EDITS_DISCARDED: 'edits since the update began are discarded',
  FILE_NEEDED: 'must be a file, as before the update',
  sameCommitNeeded: [
    [
      [undefined, '.git/state'],
      'must have the same commit checked out as when the update began: finish the update with `--continue`; to forget the update and keep all files, remove .git/state',
    ],
    [
      [{ checkout: 'main' }, '.git/state'],
      'must have the same commit checked out as when the update began: run `git checkout main`, or finish the update with `--continue`; to forget the update and keep all files, remove .git/state',
    ],
    [
      [{ amended: '4d2a61c9b0f3' }, '.git/state'],
      'must have the same commit checked out as when the update began: it is amended with changes in the package: run `git reset --soft 4d2a61c9b0f3`, which keeps all files, or finish the update with `--continue`; to forget the update and keep all files, remove .git/state',
    ],
  ],
  laterCommitNeeded: [
    [
      ['4d2a61c9b0f3', { checkout: 'main' }, 'shop'],
      'must have commit 4d2a61c9b0f3 checked out, at which the update began, or a later one that has the files of the update: run `git checkout main`, then `krm-variants update shop --continue` or, to undo the update, `--abort`',
    ],
  ],
};

const UPSTREAMS: Cases<typeof upstreams> = {
  UPSTREAM_NEEDED: 'must have an `upstream` that the package is updated from',
  LOCK_NEEDED:
    'must have an `upstreamLock`, the version that the package came from: give the files of that version with `--base DIR`',
  IN_VARIANT:
    'is in a variant of a fleet, whose versions its lock names: use `krm-variants fleet blame`, `fleet diff` or `fleet apply`',
  BASE_WITHOUT_KPTFILE: 'must have the Kptfile of the version that the package came from: pass the folder that has it',
  BASE_OTHER_FILES:
    'must have the files of the version that the package came from, but has no file of it: pass their folder',
  onlyGit: [
    [
      ['upstream', '"oci"'],
      'must be git, the only supported type, but is "oci": set it to git, and `upstream.git` to the place of the package',
    ],
  ],
  UPSTREAM_FIELD_EMPTY: 'must be a text that is not empty: only upstreams in git are supported',
  unknownStrategy: [[[['one', 'two']], 'must be one or two']],
  refNotFound: [
    [
      [REPOSITORY, undefined],
      `must be a tag, a branch or a commit of ${REPOSITORY}: if upstream renamed the branch, set this field to the new name`,
    ],
    [
      [REPOSITORY, 'main'],
      `must be a tag, a branch or a commit of ${REPOSITORY}, whose default branch is "main": if upstream renamed the branch, set this field to the new name`,
    ],
  ],
  folderNotFound: [[['shop', { repository: REPOSITORY, ref: 'v1' }], `"shop" must be a folder of ${REPOSITORY} at v1`]],
  namedFolderNotFound: [
    [
      ['upstream', { repository: REPOSITORY, ref: 'v1', commit: COMMIT }],
      `must be a folder of ${REPOSITORY} at v1 (4d2a61c9b0f3): if upstream moved the package, set this field to its new folder`,
    ],
    [
      ['upstreamLock', { repository: REPOSITORY, ref: COMMIT, commit: COMMIT }],
      `must be a folder of ${REPOSITORY} at 4d2a61c9b0f3, the version that the package came from: correct this field and \`upstreamLock.git.commit\`, or give the files of that version with \`--base DIR\``,
    ],
  ],
  commitGone: [
    [
      [COMMIT, REPOSITORY, ''],
      `the commit ${COMMIT} that the package came from is no longer in ${REPOSITORY}: give the files of that version with \`--base DIR\``,
    ],
    [
      [COMMIT, REPOSITORY, 'db'],
      `the commit ${COMMIT} that the package came from is no longer in ${REPOSITORY}: give the files of that version in the folder "db" of \`--base DIR\``,
    ],
  ],
  folderOutside: [[['../shop'], 'the folder of an upstream must not have ".." in its path, as "../shop" has']],
  fetchedTooDeep: [[[20], 'packages must not fetch each other more than 20 levels deep']],
  NESTED_ALONE: 'is not updated with the package around it: update it on its own',
  NESTED_UPSTREAM_STAYS:
    '`upstream` stays: the local package and the new version of the package around it changed it differently',
  NESTED_STAYS_DELETED: 'stays deleted, though new changes it',
  nestedOnThisMachine: [
    [
      ['/srv/db'],
      'the upstream of a nested package must not be on this machine, but is /srv/db: allow it by making it a remote of your git repository (`git remote add NAME PATH`)',
    ],
  ],
  nestedOnOtherHost: [
    [
      ['other.example.com'],
      'the upstream of a nested package must be on the host of the root package, but is on other.example.com: allow it with `--allow-host other.example.com`',
    ],
  ],
  LFS_POINTER: 'is a pointer of Git LFS: the file itself is not fetched',
  ONE_KPTFILE: 'must have one resource of kind Kptfile (kpt.dev/v1) with `metadata.name`',
  KPTFILE_RESOURCE: 'must have a Kptfile resource',
  CONTEXT_NEEDED: 'must have the package context, a ConfigMap kptfile.kpt.dev',
  contextOfOther: [[['shop'], 'is the name of another package: `--for-deployment` sets it to "shop"']],
  CREDENTIALS_LEFT_OUT:
    'the credentials in the URL are not written to the Kptfile: updates need a credential helper of git',
  madeInside: [
    [
      ['shop/db'],
      'is a package, so the new one is nested in it, as by kpt, in shop/db: to confirm this, name that folder; for a separate package, name a new one',
    ],
  ],
  ignoredHere: [
    [
      [['a.log']],
      'has 1 file that git ignores here (a.log), so other clones would take it for deleted: commit with `git add --force`, or change your .gitignore',
    ],
    [
      [['a.log', 'b.log']],
      'has 2 files that git ignores here (a.log, b.log), so other clones would take them for deleted: commit with `git add --force`, or change your .gitignore',
    ],
  ],
  parentNeeded: [[['shops'], 'parent directory "shops" must exist']],
  destinationNoFolder: [[['shop'], '"shop" must be a folder']],
  currentNotEmpty: [
    [['shop'], 'the current folder must be empty to hold the package: leave the destination out to create "shop"'],
  ],
  destinationExists: [[['shop'], 'destination directory "shop" already exists: name another folder']],
};

const WRITING: Cases<typeof writing> = {
  FILE_READ_ONLY:
    'access is denied: the file is read-only; to let it be changed, make it writable, as with `chmod u+w`',
  FOLDER_READ_ONLY: 'access is denied: to let the file be removed, make its folder writable, as with `chmod u+w`',
  ENCRYPTED: 'is encrypted by sops, and cannot be edited: select other resources, or decrypt it first',
  CHANGED_MEANWHILE: 'the file changed after it was read; no file was written',
  FOLDER_REPLACED: 'a folder in its path must stay while files are written, but was replaced',
  notOnWindows: [
    [
      ['aux.yaml'],
      'must not have "aux.yaml" in its path, which Windows does not allow: rename it; no file was written',
    ],
  ],
  notInFolder: [
    [['a', true], 'a new file must be in a folder, but "a" is a symbolic link; no file was written'],
    [['a', false], 'a new file must be in a folder, but "a" is not a folder; no file was written'],
  ],
  newFileExists: [
    [[true], 'a new file must not exist yet, but is a symbolic link; no file was written'],
    [[false], 'a new file must not exist yet; no file was written'],
  ],
  folderNotEmpty: [
    [
      ['a/b.yaml'],
      'a folder that becomes a file must hold no other file, but holds a/b.yaml: move it elsewhere; no file was written',
    ],
  ],
  writtenInPart: [
    [[[], ['a.yaml', 'b.yaml']], 'files written: none; not written: a.yaml, b.yaml'],
    [[['a.yaml'], []], 'files written: a.yaml; not written: none'],
  ],
  filesLeftOut: [
    [['out', ['README.md']], '"out" has only the files that are read for resources, and lacks 1 other: README.md'],
    [['out', ['a.md', 'b.md']], '"out" has only the files that are read for resources, and lacks 2 others: a.md, b.md'],
  ],
  NEW_FILE_OUTSIDE: 'a new file must have a relative path inside the folder',
  NEW_FILE_TEMPORARY:
    'a new resource must not be in a file or folder with the name of a temporary one: give it another path',
  NEW_FILE_JSON:
    'a new resource is written as YAML, and cannot be in a .json file: give it a path that ends in .yaml or .yml',
  NEW_FILE_UNREAD: 'a new resource must be in a file that is read again: give it a path that ends in .yaml or .yml',
  NEW_FILE_LEFT_OUT:
    'a new resource must be in a file that is read again, but a .krmignore or `--exclude` leaves this one out: give it another path',
  JSON_HOLDS_ONE: 'a new resource cannot be added to a JSON file, which holds one',
  NEW_INDEX_TAKEN:
    'the index of a new resource must be unique in its file: give it another index, or a file of its own',
  NOT_BEFORE_DIRECTIVE:
    'a new resource cannot come before a byte order mark or a directive: give it a higher index, or a file of its own',
  LINE_BREAK_NEEDED: 'must end with a line break: adding a resource would append one to its last string',
  notEditable: [[['too many aliases'], 'cannot be edited: too many aliases']],
  OUTPUT_EXISTS: 'already exists: `--output` must name a new folder',
  reportUnwritable: [[['access is denied'], 'access is denied: the report cannot be written, so nothing was changed']],
  diffNotShown: [
    [['it is closed', true], 'writing the diff to stdout failed: it is closed; the files are written'],
    [['it is closed', false], 'writing the diff to stdout failed: it is closed; no file was written'],
  ],
  notWrittenIfStrict: [
    [['error'], 'with `--strict`, an error that a function reports is an error of the command: nothing was written'],
    [['warning'], 'with `--strict`, a warning is an error: nothing was written'],
  ],
  writtenByOther: [[[42, '/shop'], 'another process (pid 42) is writing to "/shop": run this again when it has ended']],
  OWN_FOLDER_NEEDED: 'must be a folder that only this user can access',
  notLocked: [
    [
      ['/tmp/locks access is denied'],
      'no lock against other processes that write to the same folder: /tmp/locks access is denied',
    ],
  ],
  leftoversRemoved: [
    [[1, 42], 'removed 1 temporary file of a killed run (pid 42)'],
    [[2, 42], 'removed 2 temporary files of a killed run (pid 42)'],
  ],
  callTooLong: [
    [
      ['5m', 'computing'],
      'the call took longer than 5m (`--timeout`) and was stopped: no file was written; raise the limit, run it on fewer files, or check the servers that it reads from',
    ],
    [
      ['5m', 'writing'],
      'the call took longer than 5m (`--timeout`) and was stopped: it was writing files, so that each is either old or new: run it again with a higher limit',
    ],
    [
      ['5m', 'printing'],
      'the call took longer than 5m (`--timeout`) and was stopped: it was printing, so that reports and output are incomplete: run it again with a higher limit',
    ],
  ],
};

/** Messages that do not have this form, and the reason. */
const EXCEPTIONS: readonly string[] = [
  'requestFailed', // starts with a request
  'lockedByOther', // starts with an error of git
  'runtimeNeeded', // ends another message
  'comparedTags', // ends another message
  'quoteField', // ends another message
  'addName', // ends another message
];

const TOPICS: readonly Topic[] = [
  { file: 'blame.ts', messages: blame, cases: BLAME },
  { file: 'cluster.ts', messages: cluster, cases: CLUSTER },
  { file: 'function-output.ts', messages: functionOutput, cases: FUNCTION_OUTPUT },
  { file: 'git.ts', messages: git, cases: GIT },
  { file: 'inputs.ts', messages: inputs, cases: INPUTS },
  { file: 'install.ts', messages: install, cases: INSTALL },
  { file: 'merge-driver.ts', messages: mergeDriver, cases: MERGE_DRIVER },
  { file: 'programs.ts', messages: programs, cases: PROGRAMS },
  { file: 'reading.ts', messages: reading, cases: READING },
  { file: 'rendering.ts', messages: rendering, cases: RENDERING },
  { file: 'saving.ts', messages: saving, cases: SAVING },
  { file: 'updates.ts', messages: updates, cases: UPDATES },
  { file: 'upstreams.ts', messages: upstreams, cases: UPSTREAMS },
  { file: 'writing.ts', messages: writing, cases: WRITING },
];

describe('the messages of commands', () => {
  testMessages(new URL('../src/messages/', import.meta.url), TOPICS, EXCEPTIONS);
});
