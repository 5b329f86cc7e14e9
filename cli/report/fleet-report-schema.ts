import { ACTIONS } from '../../src/fleet/index.ts';
import { count, resultList, text } from './schema-parts.ts';

/** JSON Schema of the report of `krm-variants fleet`. Fields may be added within a version. */
export const fleetReportSchema = {
  $schema: 'http://json-schema.org/draft-07/schema#',
  title: 'FleetReport',
  description: 'Report of krm-variants fleet: --report json',
  type: 'object',
  required: ['version', 'function', 'exitCode', 'counts', 'files', 'results', 'notices', 'variants', 'conflictClasses'],
  properties: {
    version: { const: 1, description: 'Version of this format.' },
    function: { const: 'fleet', description: 'Name of the command.' },
    exitCode: { enum: [0, 1, 3, 4], description: '0: done. 1: an error. 3: conflicts. 4: changes, with --check.' },
    counts: {
      type: 'object',
      description: 'Numbers of changed files and of results. Conflicts are errors.',
      required: ['files', 'errors', 'warnings', 'infos'],
      properties: {
        files: count('Changed files.'),
        errors: count('Errors.'),
        warnings: count('Warnings.'),
        infos: count('Infos.'),
      },
    },
    variants: {
      type: 'array',
      description: 'Variants, by folder.',
      items: {
        type: 'object',
        required: ['name', 'namespace', 'action', 'files', 'conflicts'],
        properties: {
          name: text('Name of the PackageVariant. Empty if it is gone.'),
          namespace: text('Its namespace, as written. Empty if it has none.'),
          set: text('Name of the PackageVariantSet that made it. Absent if none did.'),
          folder: text('Folder of the package, relative to the top of its git repository. Absent if it is not known.'),
          repository: text('URL of the git repository of the folder. Absent for that of the fleet.'),
          upstream: text(
            'Upstream package: the name of its Repository, a slash, and its path there. Absent if it is gone, or if its PackageVariant is wrong.',
          ),
          action: {
            enum: Object.keys(ACTIONS),
            description: `What the run does. ${Object.entries(ACTIONS)
              .map(([action, meaning]) => `${action}: ${meaning}.`)
              .join(' ')}`,
          },
          from: text('Version of the upstream package that the folder was made of. Absent for a new folder.'),
          to: text(
            'Version of the upstream package that the folder gets. For a held one, the revision that its PackageVariant asks for. Absent after an error.',
          ),
          files: { type: 'array', items: text('Path.'), description: 'Changed files, relative to the folder.' },
          conflicts: count('Number of open conflicts.'),
          resolutions: {
            type: 'array',
            description: 'Conflicts that MergeResolutions decide. Absent if there are none.',
            items: {
              type: 'object',
              required: ['file', 'conflict', 'place', 'take'],
              properties: {
                file: text('File of the MergeResolution, relative to the top of the git repository.'),
                conflict: text('Id of the class of the conflict.'),
                place: text('Place of the conflict, such as Deployment/web:spec.replicas.'),
                take: { enum: ['new', 'local', 'value'], description: 'What is taken. value: the one in the file.' },
              },
            },
          },
          hold: {
            type: 'object',
            required: ['file', 'reason'],
            description: 'FleetHold that holds the variant. Absent if it is not held.',
            properties: {
              file: text('File, relative to the top of the git repository.'),
              reason: text('Reason.'),
              until: text('Revision that ends the hold. Absent if none does.'),
            },
          },
        },
      },
    },
    commits: {
      type: 'array',
      description: 'Commits with the changes, with --commit. Absent if there is none.',
      items: {
        type: 'object',
        required: ['branch', 'commit', 'pushed'],
        properties: {
          repository: text('URL of the git repository. Absent for that of the fleet.'),
          branch: text('Branch, or HEAD if none is checked out.'),
          commit: text('Commit. If the branch had the same changes on the remote before, its last one.'),
          pushed: { type: 'boolean', description: 'True if this run pushed it.' },
        },
      },
    },
    files: {
      type: 'array',
      description: 'Changed files, with the locks.',
      items: {
        type: 'object',
        required: ['path', 'change'],
        properties: {
          path: text("Path, relative to the top of the git repository, after the URL of one that is not the fleet's."),
          change: { enum: ['added', 'removed', 'modified'], description: 'Kind of the change.' },
        },
      },
    },
    conflicts: {
      type: 'array',
      description: 'Open conflicts.',
      items: {
        type: 'object',
        required: ['kind', 'file', 'values'],
        properties: {
          kind: text('Kind of the conflict, such as edit/edit.'),
          file: {
            type: 'object',
            description: 'Place, relative to the top of the git repository.',
            properties: { path: text('Path.'), index: count('Number of the document in the file, from 0.') },
          },
          sharesIdentity: { const: true, description: 'Present if only the file tells the resource from others.' },
          field: text('Path of the field. Absent for a file or resource as a whole.'),
          keyedField: text('The same with the keys of list elements. Absent if that makes no difference.'),
          candidate: text(
            'Thing that one side added and that may be the same, such as: ConfigMap b in new, under another name. Absent if there is none.',
          ),
          values: {
            type: 'object',
            description: 'Values. Absent: the version has none.',
            properties: {
              base: { description: 'Value that was derived last.' },
              new: { description: 'Value that is derived now.' },
              local: { description: 'Value in the folder.' },
            },
          },
        },
      },
    },
    conflictClasses: {
      type: 'array',
      description:
        'Open conflicts of all variants that have one reason, and need one decision. Values of Secrets are hidden.',
      items: {
        type: 'object',
        required: ['id', 'upstream', 'kind', 'variants', 'places'],
        properties: {
          id: text('Id of the class, for `krm-variants fleet resolve`: the same in each run.'),
          upstream: {
            type: 'object',
            description: 'Upstream package.',
            required: ['repository', 'package'],
            properties: { repository: text('Name of the Repository.'), package: text('Package in it.') },
          },
          resource: {
            type: 'object',
            description: 'Resource with the conflict. Absent for a file without resources.',
            properties: {
              apiVersion: text('API version.'),
              kind: text('Kind.'),
              namespace: text('Namespace. Absent if it has none.'),
              name: text('Name.'),
            },
          },
          file: text(
            'File without resources, or of a resource whose name is not unique, relative to the folder of each variant.',
          ),
          path: text('Path of the field, with the keys of list elements. Absent for a file or resource as a whole.'),
          kind: text('Kind of the conflict, such as edit/edit.'),
          base: { description: 'Value that was derived last. Absent if there was none.' },
          new: { description: 'Value that is derived now. Absent if there is none.' },
          variants: { type: 'array', items: text('Folder.'), description: 'Folders of the variants, in order.' },
          places: {
            type: 'array',
            items: text("Folder, after the URL of a git repository that is not the fleet's."),
            description: 'The same variants, as a command line names them.',
          },
        },
      },
    },
    with: {
      type: 'array',
      description: 'Files and folders of `--with`. Absent without this option.',
      items: {
        type: 'object',
        required: ['path', 'replaced', 'added'],
        properties: {
          path: text('Path, as given.'),
          replaced: text('Path that it takes the place of, relative to the top of the git repository.'),
          added: { type: 'boolean', description: 'True if the git repository has nothing there.' },
        },
      },
    },
    changeClasses: {
      type: 'array',
      description:
        'Equal changes of variants that exist, the most frequent ones first. Only with `--with`. Values of Secrets are numbered; the same number is the same value.',
      items: {
        type: 'object',
        required: ['resource', 'field', 'variants'],
        properties: {
          resource: text('Kind, namespace and name, or the path of a Kptfile or of a file without resources.'),
          field: text(
            'Path of the field, with `*` for the PackageVariant in the names of functions of a Kptfile. Empty for a whole resource or file.',
          ),
          before: text('Value now. Absent if there is none.'),
          after: text('Value that is planned. Absent if there is none.'),
          variants: {
            type: 'array',
            description: 'Places of the change, by folder.',
            items: {
              type: 'object',
              required: ['folder', 'file'],
              properties: {
                folder: text('Folder of the variant, after the URL of a git repository that is not that of the fleet.'),
                file: text('File, relative to the folder.'),
                line: {
                  type: 'integer',
                  minimum: 1,
                  description:
                    'Line of the planned value or, without one, of the value now. Absent if it is not known.',
                },
              },
            },
          },
        },
      },
    },
    results: resultList('Errors, warnings and infos.'),
    notices: { type: 'array', description: 'Notices about edits.', items: { type: 'object' } },
  },
} as const;
